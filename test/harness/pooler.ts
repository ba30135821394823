import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverAccount } from '../../program/src/embedded-postgres/account';
import { findProgram } from '../../program/src/supervisor/findProgram';
import { eventually } from './eventually';
import { freePort } from './freePort';
import { listens } from './listens';
import { throughPort } from './throughPort';

/** A PgBouncer in transaction mode before a PostgreSQL server. */
export interface Pooler {
  /** The same address, through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

const path = findProgram('pgbouncer');

/** What the pooler calls the database a second time. */
export const answersName = 'answers';

/** Why there is no pooler to be had, if there is none. */
export const missingPooler = path ? undefined : 'pgbouncer is not installed (apt-get install pgbouncer).';

/**
 * Starts a pooler that holds so many connections for each role and database. Roles are looked up in the database by the
 * server's superuser, whose address is given.
 */
export async function startPooler(superuserUrl: string, connections: number): Promise<Pooler> {
  const server = new URL(superuserUrl);
  const at = `host=${server.hostname} port=${server.port || 5432}`;
  const user = decodeURIComponent(server.username);
  const configuration = (port: number, users: string) => [
    '[databases]',
    `* = ${at}`,
    `${answersName} = ${at} dbname=${server.pathname.slice(1)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
    'max_client_conn = 1000',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    `auth_user = ${user}`,
    'server_tls_sslmode = disable',
    'log_connections = 0',
    'log_disconnections = 0',
  ];
  return runPooler({ [user]: decodeURIComponent(server.password) }, (port, users) =>
    configuration(port, users).join('\n'),
  );
}

/** Runs a pooler that knows these passwords as it is configured for a port and the file of the passwords. */
export async function runPooler(
  passwords: Record<string, string>,
  configured: (port: number, users: string) => string,
): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-pooler-'));
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const configuration = join(folder, 'pgbouncer.ini');
  const lines = Object.entries(passwords).map(([name, password]) => `"${name}" "${password}"\n`);
  writeFileSync(users, lines.join(''));
  writeFileSync(configuration, `${configured(port, users)}\n`);
  // Like PostgreSQL it does not run as root.
  const account = serverAccount();
  if (account) for (const name of [folder, users, configuration]) chownSync(name, account.uid, account.gid);
  chmodSync(users, 0o600);
  const child = spawn(path!, [configuration], {
    stdio: 'ignore',
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await eventually('pgbouncer listens', 60_000, () => listens(port));
  return {
    through: (url) => throughPort(url, port),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
