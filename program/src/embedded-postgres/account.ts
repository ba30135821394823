import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The system account the server runs under. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** Accounts found on nearly every system that own nothing of value; the first one present is taken. */
const candidates = ['postgres', 'plumbline', 'nobody'];

/**
 * The unprivileged account to run PostgreSQL under when this process is root, which PostgreSQL refuses to run as;
 * undefined for any other user, whose own account serves. Throws when root finds none of the candidates.
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  for (const candidate of candidates) {
    const account = accounts.find(({ name, uid }) => name === candidate && uid > 0);
    if (account !== undefined) return account;
  }
  throw new Error(
    `PostgreSQL does not run as root and none of the accounts ${candidates.join(', ')} exists. ` +
      'Create one (useradd --system plumbline), start Plumbline as another user, or set DATABASE_URL.',
  );
}

/** Whether the account may pass through every folder down to and including this one. */
export function canReach(account: Account | undefined, folder: string): boolean {
  if (account === undefined) return true;
  for (let path = resolve(folder); ; path = dirname(path)) {
    if (!canPass(account, path)) return false;
    if (path === dirname(path)) return true;
  }
}

function canPass(account: Account, folder: string): boolean {
  const { mode, uid, gid } = statSync(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  return (mode & (gid === account.gid ? 0o010 : 0o001)) !== 0;
}
