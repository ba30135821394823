import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../program/root';
import { type Client, createClient } from './client';
import { eventually } from './eventually';
import { freePort } from './freePort';
import { signal } from './processes';

/** One process, or the gateway and each service in one of its own. */
export type Form = 'one' | 'split';

export interface LogLine {
  level: string;
  name: string;
  message: string;
  [key: string]: unknown;
}

export interface ProgramOptions {
  /** Arguments after the program's file: `['split']`, `['--target=ipam']`. */
  arguments?: string[];
  env?: Record<string, string>;
  /** The program's file, when it is not the one that was built here. */
  entry?: string;
  /** What says that it has started: that all of it works unless told otherwise; undefined for what cannot be asked. */
  healthPath?: string | undefined;
  /** Kept by the caller; a folder of its own that goes with the program when absent. */
  dataFolder?: string;
  port?: number;
  /** Hears every line of the log, of its parts too. */
  onLine?: (line: LogLine) => void;
}

/** The built program at work, with what tests of faults need to know of it. */
export interface Program {
  url: string;
  token: string;
  client: Client;
  pid: number;
  /** The pid of a part of the split form, as it is now. */
  partPid(name: string): number | undefined;
  /** The environment it was started with, for commands beside it. */
  env: NodeJS.ProcessEnv;
  /** Lines of warnings and errors so far, of this process and its parts. */
  complaints: LogLine[];
  /** Ends it with a signal and waits for its end; the exit code, or null after a signal nobody caught. */
  end(name: NodeJS.Signals): Promise<number | null>;
  /** Ends it in good order and removes its folder. */
  stop(): Promise<void>;
}

/** The key of all test programs: the roles of a shared test server have passwords that follow from it. */
export const secretKey = 'a secret key that only tests use, long enough';
export const token = randomBytes(20).toString('hex');
export const entry = join(root, 'program', 'dist', 'main.js');

/** What went wrong in a program so far. */
export const errorsOf = ({ complaints }: Pick<Program, 'complaints'>): LogLine[] =>
  complaints.filter(({ level }) => level === 'error' || level === 'fatal');

/** Why these tests cannot run, if they cannot. */
export const missingBuild = existsSync(entry) ? undefined : 'The program is not built: npm run build.';

const startsWithin = 180_000;

/** Starts the built program; resolves when it says that it is healthy. */
export async function startProgram(options: ProgramOptions = {}): Promise<Program> {
  const folder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'plumbline-faults-'));
  const port = options.port ?? (await freePort());
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    HOST: '127.0.0.1',
    PLUMBLINE_DATA: folder,
    PLUMBLINE_SECRET_KEY: secretKey,
    PLUMBLINE_SUPERUSER_API_TOKEN: token,
    ...options.env,
  };
  const child = spawn(process.execPath, [options.entry ?? entry, ...(options.arguments ?? [])], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pids, complaints, tail } = follow(child, options.onLine);
  const url = `http://127.0.0.1:${port}`;
  const client = createClient(url, token);
  const closed = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const end = (name: NodeJS.Signals) => {
    child.kill(name);
    return closed;
  };
  const stop = async () => {
    client.close();
    await end('SIGTERM');
    if (options.dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { healthPath } = { healthPath: wholeHealth, ...options };
    if (healthPath !== undefined) await untilStarted(child, url + healthPath);
  } catch (error) {
    await stop();
    throw new Error(`${String(error)}\n${tail.join('\n')}`);
  }
  return { url, token, client, pid: child.pid!, env, partPid: (name) => pids.get(name), complaints, end, stop };
}

/** Reads the log as it is written: who runs as which process, and who complains. */
function follow(child: ChildProcess, onLine?: (line: LogLine) => void) {
  const pids = new Map<string, number>();
  const complaints: LogLine[] = [];
  const tail: string[] = [];
  for (const stream of [child.stdout!, child.stderr!])
    createInterface({ input: stream }).on('line', (text) => {
      tail.push(text);
      if (tail.length > 60) tail.shift();
      const line = read(text);
      if (!line) return;
      onLine?.(line);
      if (line.message === 'program started') pids.set(String(line.program), Number(line.childPid));
      if (line.level !== 'info' && line.level !== 'debug') complaints.push(line);
    });
  return { pids, complaints, tail };
}

function read(text: string): LogLine | undefined {
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return undefined;
  }
}

async function untilStarted(child: ChildProcess, url: string): Promise<void> {
  const look = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return 'ended' as const;
    return (await answersWell(url)) && ('healthy' as const);
  };
  if ((await eventually('the program is healthy', startsWithin, look, betweenLooks)) === 'ended')
    throw new Error(`the program ended while it started (${child.exitCode})`);
}

/** Milliseconds between questions that all parts are asked for, or a run that begins a process of its own: health, measures, workers, results. */
export const betweenLooks = 200;

/** Whether the program says that all of it works. */
export const isHealthy = (url: string): Promise<boolean> => answersWell(url + wholeHealth);

/** Waits until the program says that all of it works. */
export const untilHealthy = (url: string, what = 'all of it works'): Promise<boolean> =>
  eventually(what, 60_000, () => isHealthy(url), betweenLooks);

const wholeHealth = '/health/?format=json';

async function answersWell(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

/** Ends a part of the split form without a word; its pid was another one before. */
export function killPart(program: Program, name: string): void {
  const pid = program.partPid(name);
  if (pid === undefined) throw new Error(`no part ${name}`);
  signal(pid, 'SIGKILL');
}
