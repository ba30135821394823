import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createLog } from '../../libs/log/src';
import { startEmbeddedPostgres } from '../../program/src/embedded-postgres';
import { serverAccount } from '../../program/src/embedded-postgres/account';
import { findBinaries } from '../../program/src/embedded-postgres/binaries';
import { eventually } from './eventually';
import { freePort } from './freePort';

/** A PostgreSQL server and a streaming standby of it. */
export interface Pair {
  primaryUrl: string;
  standbyUrl: string;
  /** Runs a statement as superuser and answers its rows. */
  onPrimary(statement: string): Promise<Record<string, unknown>[]>;
  onStandby(statement: string): Promise<Record<string, unknown>[]>;
  /** Ends the standby without a word. */
  killStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
}

const log = createLog({ name: 'test', level: 'silent' });

/** Starts a server of its own, and a standby that is a copy of it and follows it. */
export async function startPair(): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-pair-'));
  // The standby is reached by the primary's address with another port, so both are reached over TCP alone.
  const settings = { unix_socket_directories: '', shared_buffers: '64MB' };
  const options = { dataDir: folder, log, port: await freePort(), settings };
  // A server that is not running can be copied file by file.
  await (await startEmbeddedPostgres(options)).stop();
  const data = join(folder, 'postgres', 'data');
  const copy = join(folder, 'postgres', 'standby');
  cpSync(data, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o700);
  const primary = await startEmbeddedPostgres(options);
  const { hostname, port, username, password } = new URL(primary.url);
  const account = serverAccount();
  writeFileSync(join(copy, 'standby.signal'), '');
  appendFileSync(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  if (account) giveTo(account, copy);
  const standbyPort = await freePort();
  const standbyUrl = primary.url.replace(`:${port}/`, `:${standbyPort}/`);
  const { postgres } = await findBinaries(account, join(folder, 'postgres'), log);
  let standby: ChildProcess | undefined;

  const startStandby = async (): Promise<void> => {
    const given = Object.entries({
      ...settings,
      listen_addresses: '127.0.0.1',
      port: standbyPort,
      max_connections: 300,
      hot_standby_feedback: 'on',
    });
    standby = spawn(postgres, ['-D', copy, ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
      cwd: join(folder, 'postgres'),
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
      stdio: 'ignore',
    });
    await eventually('the standby follows', 60_000, async () => {
      const [found] = await ask(standbyUrl, 'SELECT pg_is_in_recovery() AS follows');
      return found?.follows === true;
    });
  };
  const killStandby = async (): Promise<void> => {
    const pid = Number(readFileSync(join(copy, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const gone = new Promise((resolve) => standby?.once('exit', resolve));
    // At once, and its children with it.
    process.kill(pid, 'SIGQUIT');
    await gone;
  };
  await startStandby();
  return {
    primaryUrl: primary.url,
    standbyUrl,
    onPrimary: (statement) => ask(primary.url, statement),
    onStandby: (statement) => ask(standbyUrl, statement),
    killStandby,
    startStandby,
    stop: async () => {
      await killStandby().catch(() => undefined);
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): void {
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveTo({ uid, gid }, path);
    else chownSync(path, uid, gid);
  }
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
