import { fork } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLog } from '@plumbline/log';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres';

const log = createLog({ name: 'test', level: 'silent' });
let folder: string;
let dataDir: string;
let running: EmbeddedPostgres | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-'));
  dataDir = folder;
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir, log });
  return running;
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the server in another process; `kill` ends that process as a crash would, `end` as it ends of its own accord. */
async function startElsewhere(): Promise<{ url: string; kill(): Promise<void>; end(): Promise<void> }> {
  const child = fork(join(__dirname, 'serveEmbedded.cjs'), [dataDir], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve) => child.once('message', (message) => resolve(String(message))));
  const endBy = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
  };
  return { url, kill: () => endBy('SIGKILL'), end: () => endBy('SIGTERM') };
}

/** Asks until another server answers than the one with this process id. */
async function askNext(before: number, url: string, text: string): Promise<Record<string, unknown>[]> {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(url, text).catch(() => undefined);
    if (answer !== undefined && postmasterPid() !== before) return answer;
    if (tries === 400) throw new Error(`No other server answers than ${before}.`);
    await delay(100);
  }
}

const inServer = (...path: string[]) => join(dataDir, 'postgres', ...path);
const postmasterPid = () => Number(readFileSync(inServer('data', 'postmaster.pid'), 'utf8').split('\n')[0]);

test('serves with the settings we rely on and keeps its data, port and password over a restart', async () => {
  const first = await start();
  expect(
    await ask(
      first.url,
      `select current_setting('fsync') as fsync, current_setting('max_connections') as connections,
        current_setting('shared_buffers') as buffers, current_setting('listen_addresses') as address,
        current_setting('password_encryption') as passwords, current_database() as database, upper('ü') as upper,
        pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
    ),
  ).toEqual([
    {
      fsync: 'on',
      connections: '300',
      buffers: '256MB',
      address: '127.0.0.1',
      passwords: 'scram-sha-256',
      database: 'plumbline',
      upper: 'Ü',
      encoding: 'UTF8',
    },
  ]);
  await ask(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  await expect(ask(first.url, 'select 1')).rejects.toMatchObject({ code: 'ENOENT' });

  const begin = Date.now();
  const second = await start();
  expect(Date.now() - begin).toBeLessThan(60_000);
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test.each([
  ['over a socket of this machine', '', 'socket'],
  ['over TCP where the path is too long for a socket', 'long'.repeat(20), 'tcp'],
])('is reached %s', async (_, inside, way) => {
  // The account of the server may pass.
  chmodSync(folder, 0o711);
  dataDir = join(folder, inside);
  const { url } = await start();
  const [connection] = await ask(url, 'select inet_client_addr() is null as local');
  expect(connection).toEqual({ local: way === 'socket' });
});

test('lets nobody in without the password, which only we can read', async () => {
  const { url } = await start();
  await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({ code: '28P01' });
  expect(statSync(inServer('password')).mode & 0o777).toBe(0o600);
  expect(readFileSync(inServer('port'), 'utf8')).toBe(new URL(url).port);
});

test('starts where the folder was put back open to others, and closes it', async () => {
  await (await start()).stop();
  chmodSync(inServer('data'), 0o755);
  chmodSync(inServer('password'), 0o644);
  const { url } = await start();
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect([inServer('data'), inServer('password')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
});

test('takes over from a process that was killed while its server still runs', async () => {
  const killed = await startElsewhere();
  await ask(killed.url, 'create table kept as select 1 as one');
  await killed.kill();
  const left = postmasterPid();
  const { url } = await start();
  expect(postmasterPid()).not.toBe(left);
  expect(await ask(url, 'select * from kept')).toEqual([{ one: 1 }]);
});

test('starts after both the process and its server were killed', async () => {
  const killed = await startElsewhere();
  await ask(killed.url, 'create table kept as select 1 as one');
  await killed.kill();
  process.kill(postmasterPid(), 'SIGKILL');
  const { url } = await start();
  expect(await ask(url, 'select * from kept')).toEqual([{ one: 1 }]);
});

test('shares the server of a living process and does not stop it', async () => {
  const owner = await startElsewhere();
  const guest = await start();
  expect(guest.url).toBe(owner.url);
  await guest.stop();
  expect(await ask(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await owner.kill();
  await start();
});

test.each(['end', 'kill'] as const)('runs the server that it shares when its owner is gone (%s)', async (way) => {
  const owner = await startElsewhere();
  const guest = await start();
  await ask(guest.url, 'create table kept as select 1 as one');
  const shared = postmasterPid();
  await owner[way]();
  expect(await askNext(shared, guest.url, 'select * from kept')).toEqual([{ one: 1 }]);
  await guest.stop();
  await expect(ask(guest.url, 'select 1')).rejects.toMatchObject({ code: 'ENOENT' });
});

test('never takes the server of another folder for its own, which a copy of that folder speaks of', async () => {
  const other = await startElsewhere();
  const [original, copy] = [dataDir, mkdtempSync(join(tmpdir(), 'embedded-copy-'))];
  try {
    // As tar copies: all but sockets.
    cpSync(original, copy, { recursive: true, filter: (path) => !/PGSQL/.test(path) });
    await expect(startEmbeddedPostgres({ dataDir: copy, log })).rejects.toThrow(
      /The embedded database in .* cannot be used: it is a copy that was made while the database in .* was at work, which it still is\./,
    );
    symlinkSync(original, join(copy, 'link'));
    const same = await startEmbeddedPostgres({ dataDir: join(copy, 'link'), log });
    expect(await ask(same.url, 'show data_directory')).toEqual(await ask(other.url, 'show data_directory'));
    await same.stop();
  } finally {
    await other.kill();
    rmSync(copy, { recursive: true, force: true });
  }
  await start();
});

test('is not fooled by a process id that now belongs to a stranger', async () => {
  await (await start()).stop();
  writeFileSync(
    inServer('data', 'postmaster.pid'),
    `${process.pid}\n${inServer('data')}\n1\n5432\n\n127.0.0.1\n\nready\n`,
  );
  writeFileSync(inServer('owner'), `${process.ppid} 1`);
  const { url } = await start();
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('starts the server again, where it was, when it dies', async () => {
  const { url } = await start();
  const died = postmasterPid();
  process.kill(died, 'SIGKILL');
  expect(await askNext(died, url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('makes the database anew when making it was interrupted, and never over an old one', async () => {
  mkdirSync(inServer('data.unfinished', 'base'), { recursive: true });
  await (await start()).stop();
  rmSync(inServer('data', 'PG_VERSION'));
  await expect(start()).rejects.toThrow('is not complete');
});

test('says where it is kept and what to do when its disk is full', async () => {
  mkdirSync(inServer(), { recursive: true });
  // Whatever is written there finds no space left.
  symlinkSync('/dev/full', inServer(`owner.${process.pid}`));
  await expect(start()).rejects.toMatchObject({
    name: 'DatabaseProblem',
    message: `The embedded database in ${dataDir} cannot be used: ENOSPC: no space left on device, write. Its disk is full: make room there, and start again.`,
  });
});

test('finds the server of another process while the disk is full', async () => {
  const owner = await startElsewhere();
  const written = inServer(`owner.${process.pid}`);
  symlinkSync('/dev/full', written);
  const guest = await start();
  expect(guest.url).toBe(owner.url);
  await guest.stop();
  rmSync(written);
  await owner.kill();
  // Ends the server that it has left.
  await start();
});
