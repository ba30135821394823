import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { SettingsError, unusableDataFolder } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { DatabaseProblem } from '@plumbline/store';
import { releaseOwnership, takeOwnership } from '../ownership/ownership';
import { type Account, serverAccount } from './account';
import { type Binaries, findBinaries } from './binaries';
import { embedded, prepareCluster } from './cluster';
import { freePort } from './freePort';
import { clearLeftovers, readPostmaster, shutDown } from './postmaster';
import { openServerFolder, type ServerFolder } from './serverFolder';
import { spawnServer } from './serverProcess';
import { hasSocket } from './socketFolder';

export interface EmbeddedOptions {
  /** The database is kept in here and found again by the next start. */
  dataDir: string;
  log: Log;
  /** Port to listen on; by default the one used last if it is free, else any. */
  port?: number;
  /** PostgreSQL settings beyond or instead of our own, by name. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** Connection string of the superuser; holds the password. */
  url: string;
  /** Shuts the server down, unless it belongs to another process that shares the data folder. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL of our own on 127.0.0.1 and keeps it running until `stop`. When another process already runs one
 * on the same data folder, that one is used for as long as it does, and then one of our own where that was.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL runs on Linux and macOS only; set DATABASE_URL to a PostgreSQL server.');
  }
  try {
    const account = serverAccount();
    const folder = openServerFolder(dataDir, account, log);
    for (;;) {
      if (takeOwnership(folder.owner)) break;
      const port = await portOfRunningServer(folder);
      if (port !== undefined) return shareServer(folder, account, options, port);
    }
    return await runOwnServer(folder, account, options, () => freePort(options.port ?? lastPort(folder)));
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** Codes of a folder that this account may not write to. */
const notOurs = new Set(['EACCES', 'EPERM', 'EROFS']);

/** The system names a file of ours at most, and of a full disk not even that. */
function unusable(dataDir: string, error: unknown): Error {
  if (error instanceof SettingsError) return error;
  if (notOurs.has((error as NodeJS.ErrnoException).code ?? '')) return unusableDataFolder(dataDir, error);
  const said = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  const advice = /no space left on device/i.test(said) ? ' Its disk is full: make room there, and start again.' : '';
  return new DatabaseProblem(`The embedded database in ${dataDir} cannot be used: ${said}.${advice}`, error);
}

/** The port of the server that another process runs, once it is ready; undefined after a while without. */
async function portOfRunningServer(folder: ServerFolder): Promise<number | undefined> {
  for (let waited = 0; waited < 1000; waited += 20) {
    const postmaster = readPostmaster(folder.data);
    if (postmaster && isAnother(postmaster.folder, folder.data)) throw new Error(copied(postmaster.folder));
    if (postmaster?.status === 'ready') return postmaster.port;
    await delay(20);
  }
  return undefined;
}

/**
 * Whether a path leads to another folder: what a server has written about itself in its own was copied along, and who went by it would
 * read and write what the original has.
 */
function isAnother(path: string, folder: string): boolean {
  const [told, ours] = [path, folder].map((one) => statSync(one, { throwIfNoEntry: false }));
  return told !== undefined && (told.dev !== ours?.dev || told.ino !== ours.ino);
}

const copied = (original: string): string =>
  `it is a copy that was made while the database in ${original} was at work, which it still is. Such a copy need not be whole: ` +
  'copy the folder while Plumbline is stopped, or restore a dump into a new one (docs/guides/back-up-and-move.md)';

/** Milliseconds between looks whether the process that runs the server is still there. */
const lookAfter = 500;

/** Uses the server of another process, which may be a command that ends before us: then we run it, on the same port. */
function shareServer(
  folder: ServerFolder,
  account: Account | undefined,
  options: EmbeddedOptions,
  port: number,
): EmbeddedPostgres {
  const { log } = options;
  const stopping = new AbortController();
  const takeOver = async (): Promise<EmbeddedPostgres | undefined> => {
    for (let pause = lookAfter; ; ) {
      await delay(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return undefined;
      try {
        if (!takeOwnership(folder.owner)) continue;
        log.info('The process that ran the embedded PostgreSQL is gone; starting it again.');
        return await runOwnServer(folder, account, options, async () => port);
      } catch (error) {
        pause = Math.min(2 * pause, pauses.longest);
        log.fatal({ error, againAfter: pause }, 'The embedded PostgreSQL cannot be started; it is tried again.');
      }
    }
  };
  const taken = takeOver();
  return {
    url: urlOf(folder, port),
    stop: async () => {
      stopping.abort();
      await (await taken)?.stop();
    },
  };
}

/** Runs the server, as who has the right to; gives that back where it cannot. */
async function runOwnServer(
  folder: ServerFolder,
  account: Account | undefined,
  { log, settings }: EmbeddedOptions,
  choosePort: () => Promise<number>,
): Promise<EmbeddedPostgres> {
  try {
    await clearLeftovers(folder.data);
    const binaries = await findBinaries(account, folder.path, log);
    await prepareCluster(folder, binaries, account, log);
    const port = await choosePort();
    // Before it runs: whoever gives the right back, since the disk is full, is to leave no server behind.
    writeFileSync(folder.port, String(port));
    const server = await superviseServer(() => startPatiently(folder, binaries, account, port, log, settings), log);
    log.info({ port, folder: folder.path, account: account?.name }, 'The embedded PostgreSQL is ready.');
    return {
      url: urlOf(folder, port),
      stop: async () => {
        await server.stop();
        releaseOwnership(folder.owner);
      },
    };
  } catch (error) {
    releaseOwnership(folder.owner);
    throw error;
  }
}

/** Milliseconds in which a server is given new attempts to start, while the old one is still ending; and between them. */
const startWithin = 3_000;
const endWithin = 15_000;
const startAgainAfter = 50;

/** After a kill -9 the processes of the old server need a moment to notice; until then a new one refuses to start. */
async function startPatiently(
  folder: ServerFolder,
  binaries: Binaries,
  account: Account | undefined,
  port: number,
  log: Log,
  settings?: Record<string, string>,
): Promise<ChildProcess> {
  for (const began = Date.now(); ; ) {
    try {
      return await spawnServer(folder, binaries, account, port, log, settings);
    } catch (error) {
      if (Date.now() - began > (isInTheWay(error) ? endWithin : startWithin)) throw error;
      await delay(startAgainAfter);
    }
  }
}

/** Whether a server does not start because one before it has not ended altogether. */
const isInTheWay = (error: unknown): boolean => /shared memory|lock file/.test(String(error));

/** Milliseconds between attempts to start a server again: the first, from which on they double, and the longest. */
const pauses = { shortest: 1_000, longest: 30_000 };

/** Starts the server again, on the same port, whenever it ends without being asked to: until it runs, or is to stop. */
async function superviseServer(start: () => Promise<ChildProcess>, log: Log): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let child = await start();
  let starting: Promise<void> | undefined;
  const endWithProcess = () => child.kill('SIGINT');
  process.once('exit', endWithProcess);

  const startAgain = async () => {
    for (let pause = pauses.shortest; !stopping.signal.aborted; pause = Math.min(2 * pause, pauses.longest))
      try {
        child = await start();
        return watch();
      } catch (error) {
        log.fatal({ error, againAfter: pause }, 'The embedded PostgreSQL cannot be started; it is tried again.');
        await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
  };
  const watch = () => {
    child.once('exit', (code, signal) => {
      if (stopping.signal.aborted) return;
      log.error({ code, signal }, 'The embedded PostgreSQL ended unexpectedly; starting it again.');
      starting = startAgain();
    });
  };
  watch();

  return {
    stop: async () => {
      stopping.abort();
      await starting;
      process.removeListener('exit', endWithProcess);
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) await shutDown(child.pid);
    },
  };
}

const lastPort = (folder: ServerFolder): number =>
  existsSync(folder.port) ? Number(readFileSync(folder.port, 'utf8')) : 0;

function urlOf(folder: ServerFolder, port: number): string {
  const password = readFileSync(folder.password, 'utf8').trim();
  const socket = hasSocket(folder, port) ? `&host=${encodeURIComponent(folder.socket)}` : '';
  // It has no TLS, and needs none: nobody but this machine reaches it.
  return `postgres://${embedded.user}:${password}@127.0.0.1:${port}/${embedded.database}?sslmode=disable${socket}`;
}
