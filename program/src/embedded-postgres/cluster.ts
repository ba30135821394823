import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@plumbline/log';
import type { Account } from './account';
import type { Binaries } from './binaries';
import type { ServerFolder } from './serverFolder';

/** The superuser of the embedded server and the database it serves. */
export const embedded = { user: 'plumbline', database: 'plumbline' };

const majorVersion = '18';

/** Makes the data directory if there is none yet. Half-made ones never count: it gets its name when it is complete. */
export async function prepareCluster(
  folder: ServerFolder,
  binaries: Binaries,
  account: Account | undefined,
  log: Log,
): Promise<void> {
  const versionFile = join(folder.data, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version === majorVersion) {
      closeToOthers(folder.password, 0o600);
      closeToOthers(folder.data, 0o700);
      return;
    }
    throw new Error(
      `The database in ${folder.data} was made by PostgreSQL ${version}, this is ${majorVersion}. ` +
        'Dump it with the version it was made by and load it into a new one.',
    );
  }
  if (existsSync(folder.data))
    throw new Error(`${folder.data} is not complete: PG_VERSION is missing. Restore it, or remove it to start anew.`);
  log.info({ folder: folder.data }, 'Making a new embedded database.');
  const unfinished = `${folder.data}.unfinished`;
  const passwordCopy = join(unfinished, '..', 'password.initdb');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writePassword(folder.password);
  rmSync(passwordCopy, { force: true });
  writeFileSync(passwordCopy, readFileSync(folder.password), { mode: 0o600 });
  if (account !== undefined) {
    chownSync(unfinished, account.uid, account.gid);
    chownSync(passwordCopy, account.uid, account.gid);
  }
  try {
    await runToEnd(binaries.initdb, initdbArguments(unfinished, passwordCopy), folder, account);
    await runToEnd(
      binaries.postgres,
      ['--single', '-D', unfinished, 'postgres'],
      folder,
      account,
      `create database ${embedded.database};\n`,
    );
  } finally {
    rmSync(passwordCopy, { force: true });
  }
  renameSync(unfinished, folder.data);
}

/** A folder that was copied or put back without its rights may be open to others, of which PostgreSQL takes none. */
function closeToOthers(path: string, mode: number): void {
  const isOpen = ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
  if (isOpen) chmodSync(path, mode);
}

// Code point order like C, but upper and lower case are known beyond ASCII (PostgreSQL's own tables, no system locale).
const initdbArguments = (data: string, passwordFile: string): string[] => [
  `--pgdata=${data}`,
  `--username=${embedded.user}`,
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

/**
 * The environment of the server programs: nothing inherited, so that no PG* or locale variable of the caller counts.
 */
export const serverEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

function writePassword(file: string): void {
  if (existsSync(file)) return;
  writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  chmodSync(file, 0o600);
}

function runToEnd(
  program: string,
  options: string[],
  folder: ServerFolder,
  account: Account | undefined,
  input = '',
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, {
      cwd: folder.path,
      env: serverEnvironment,
      uid: account?.uid,
      gid: account?.gid,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} failed (exit code ${code}): ${said.trim()}`));
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
