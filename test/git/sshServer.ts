import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { listens } from '../harness/listens';

const program = '/usr/sbin/sshd';

/** What is missing for a server of SSH; nothing where everything is there. */
export const missingSsh = existsSync(program) ? undefined : 'sshd is not installed (openssh-server of Debian).';

/** A pair of keys that OpenSSH has made. */
export interface KeyPair {
  private: string;
  public: string;
}

/** OpenSSH's own server on this machine, which lets those in whose keys it is told. */
export interface SshServer {
  port: number;
  user: string;
  /** Its keys, one for each kind. */
  hostKeys: Record<'ed25519' | 'ecdsa' | 'rsa', KeyPair>;
  /** A line of `known_hosts` for one of its keys, or for another. */
  knownAs: (hosts: string, key?: KeyPair) => string;
  /** Lets in whoever has the key. */
  letIn: (key: KeyPair) => void;
  /** What it has written about those who came. */
  told: () => string;
  stop: () => Promise<void>;
}

/** Makes a pair of keys, locked where there is a passphrase. */
export function makeKeys(kind: 'ed25519' | 'ecdsa' | 'rsa', passphrase = ''): KeyPair {
  const folder = mkdtempSync(join(tmpdir(), 'ssh-keys-'));
  try {
    const file = join(folder, 'key');
    // Longer ones of RSA take seconds to find, and locks of more rounds seconds to open.
    const little = [...(kind === 'rsa' ? ['-b', '2048'] : []), ...(passphrase === '' ? [] : ['-a', '1'])];
    execFileSync('ssh-keygen', ['-q', '-t', kind, ...little, '-N', passphrase, '-C', 'of tests', '-f', file]);
    return { private: readFileSync(file, 'utf8'), public: readFileSync(`${file}.pub`, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function startSshServer(): Promise<SshServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ssh-server-'));
  const file = (name: string) => join(folder, name);
  const hostKeys = { ed25519: makeKeys('ed25519'), ecdsa: makeKeys('ecdsa'), rsa: makeKeys('rsa') };
  for (const [kind, key] of Object.entries(hostKeys)) writeFileSync(file(kind), key.private, { mode: 0o600 });
  const port = await freePort();
  writeFileSync(
    file('config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      ...Object.keys(hostKeys).map((kind) => `HostKey ${file(kind)}`),
      `AuthorizedKeysFile ${file('authorized')}`,
      'PidFile none',
      'UsePAM no',
      'StrictModes no',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'PermitRootLogin prohibit-password',
      'LogLevel VERBOSE',
    ].join('\n'),
  );
  writeFileSync(file('authorized'), '');
  // Where root runs it, it wants an empty folder to shut its children in.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const server = spawn(program, ['-D', '-f', file('config'), '-E', file('log')], { stdio: 'ignore' });
  const ended = once(server, 'exit');
  await eventually('sshd listens', 60_000, () => listens(port));
  return {
    port,
    user: userInfo().username,
    hostKeys,
    knownAs: (hosts, key = hostKeys.ed25519) => `${hosts} ${key.public.split(' ').slice(0, 2).join(' ')}\n`,
    letIn: (key) => appendFileSync(file('authorized'), `restrict ${key.public}`),
    told: () => readFileSync(file('log'), 'utf8'),
    stop: async () => {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
