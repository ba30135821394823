import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { after } from './after';
import type { JobDescription } from './description';
import { memoryOf } from './memoryOf';
import {
  type FileAnswer,
  type InspectOrder,
  isReport,
  type LogLine,
  type Order,
  type Report,
  type RunOrder,
} from './messages';

/** How long and how much a job's process may have. */
export interface ProcessLimits {
  /** Seconds; 0: none. */
  softTimeLimit: number;
  timeLimit: number;
  /** Mebibytes. */
  memory: number;
}

/** How a run ended. */
export type Outcome =
  | { kind: 'done'; result: unknown }
  | { kind: 'failed'; type: string; message: string; traceback: string }
  | { kind: 'stopped' };

export interface RunHandlers {
  lines(lines: LogLine[]): Promise<void>;
  /** Keeps a file; throws when it cannot be kept. */
  file(name: string, content: Buffer): Promise<void>;
}

/** A job at work in a process of its own. */
export interface RunningJob {
  ended: Promise<Outcome>;
  /** Ends the process at once. */
  stop(): void;
  /** Tells the job how to say who asks from now on. */
  authorize(authorization: string): void;
}

const childFile = join(__dirname, 'child/main.js');
/** Characters of what a process wrote that are kept to say why it broke down. */
const lastWords = 4_000;
/** Seconds after the end of a process in which what it wrote last is read. */
const lastWordsWithin = 1;
/** Milliseconds between looks at how much memory a process has. */
const memoryCheck = 500;
const mebibyte = 1024 * 1024;
/** Mebibytes a process needs beside its heap. */
const besidesHeap = 192;

/** Starts a process for files of jobs. It inherits nothing of ours but where programs are and the time zone. */
function startProcess(memory: number): ChildProcess {
  const { PATH = '', TZ, LANG } = process.env;
  const child = fork(childFile, [], {
    env: { PATH, NODE_ENV: 'production', ...(TZ ? { TZ } : {}), ...(LANG ? { LANG } : {}) },
    execArgv: [`--max-old-space-size=${memory}`, '--stack-trace-limit=50'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'json',
    // A group of its own: what the job starts ends with it.
    detached: true,
  });
  child.once('exit', () => killGroup(child));
  return child;
}

/** Ends a process and all that it has started in its group. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

/** Runs a job in a process of its own. */
export function runJob(order: RunOrder, limits: ProcessLimits, handlers: RunHandlers): RunningJob {
  const child = startProcess(limits.memory);
  const said = lastWordsOf(child);
  let outcome: Outcome | undefined;
  let writing = Promise.resolve();
  /** How to call off what waits for its time. */
  const waiting: (() => void)[] = [];

  const send = (message: Order | FileAnswer) => {
    if (child.connected) child.send(message, () => undefined);
  };
  const end = (reason: Outcome) => {
    outcome ??= reason;
    // Once it has ended, its number may be another's.
    if (child.exitCode === null && child.signalCode === null) killGroup(child);
  };
  const inOrder = (act: () => Promise<void>) => {
    writing = writing.then(act).catch((error: Error) => {
      end({ kind: 'failed', type: error.name, message: `Its log could not be kept: ${error.message}`, traceback: '' });
    });
  };

  child.on('message', (report: unknown) => {
    if (!isReport(report)) return;
    if (report.kind === 'ready') {
      send(order);
      begin();
    } else if (report.kind === 'log') inOrder(() => handlers.lines(report.lines));
    else if (report.kind === 'file') inOrder(() => keep(report));
    else if (report.kind === 'done') outcome ??= { kind: 'done', result: report.result };
    else if (report.kind === 'failed')
      outcome ??= { kind: 'failed', type: report.type, message: report.message, traceback: report.stack };
  });

  async function keep({ name, content }: Extract<Report, { kind: 'file' }>): Promise<void> {
    try {
      await handlers.file(name, Buffer.from(content, 'base64'));
      send({ kind: 'fileKept' });
    } catch (error) {
      send({ kind: 'fileKept', problem: error instanceof Error ? error.message : String(error) });
    }
  }

  function begin(): void {
    const { softTimeLimit, timeLimit, memory } = limits;
    if (softTimeLimit > 0)
      waiting.push(after(softTimeLimit, () => send({ kind: 'softLimit', seconds: softTimeLimit })));
    if (timeLimit > 0)
      waiting.push(
        after(timeLimit, () => end(failure('TimeLimitExceeded', `The time limit of ${timeLimit} s is over.`))),
      );
    const looks = setInterval(() => {
      const used = memoryOf(child.pid);
      if (used !== undefined && used > (memory + besidesHeap) * mebibyte)
        end(failure('MemoryLimitExceeded', `The job used more than ${memory} MiB of memory.`));
    }, memoryCheck);
    waiting.push(() => clearInterval(looks));
  }

  const ended = new Promise<Outcome>((resolve) => {
    child.on('error', (error) => {
      outcome ??= failure(error.name, error.message);
    });
    child.once('exit', () => {
      // What has left the group may still hold what the job wrote to.
      waiting.push(
        after(lastWordsWithin, () => {
          child.stdout!.destroy();
          child.stderr!.destroy();
        }),
      );
    });
    child.once('close', (code, signal) => {
      for (const callOff of waiting) callOff();
      void writing.then(() => resolve(outcome ?? broken(code, signal, said())));
    });
  });

  return {
    ended,
    stop: () => end({ kind: 'stopped' }),
    authorize: (authorization) => send({ kind: 'authorization', authorization }),
  };
}

const failure = (type: string, message: string): Outcome => ({ kind: 'failed', type, message, traceback: message });

function broken(code: number | null, signal: NodeJS.Signals | null, words: string): Outcome {
  if (/heap out of memory|Allocation failed/.test(words))
    return { kind: 'failed', type: 'MemoryLimitExceeded', message: 'The job used too much memory.', traceback: words };
  const how = signal ? `ended by ${signal}` : `ended with ${code}`;
  return {
    kind: 'failed',
    type: 'ProcessEnded',
    message: `The process of the job ${how} without a word.`,
    traceback: words,
  };
}

/** Reads what a process writes, and answers the end of it. */
export function lastWordsOf(child: Pick<ChildProcess, 'stdout' | 'stderr'>): () => string {
  let words = '';
  // One that could not be started has none.
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString('utf8')).slice(-lastWords);
    });
  return () => words.replaceAll('\0', '');
}

/** Seconds a file may take to be loaded. */
const inspectWithin = 20;

/** Which jobs a file has, found out in a process of its own; throws with what is wrong with the file. */
export function inspectFile(order: Omit<InspectOrder, 'kind'>, memory: number): Promise<JobDescription[]> {
  const child = startProcess(memory);
  const said = lastWordsOf(child);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      killGroup(child);
      reject(new Error(`${order.file} was not loaded within ${inspectWithin} s.`));
    }, inspectWithin * 1000);
    const failed = (error: Error | null) => {
      if (error) reject(error);
    };
    child.on('message', (report: unknown) => {
      if (!isReport(report)) return;
      if (report.kind === 'ready') child.send({ kind: 'inspect', ...order } satisfies InspectOrder, failed);
      else if (report.kind === 'inspected') resolve(report.jobs);
      else if (report.kind === 'failed') reject(new Error(`${order.file}: ${report.message}`));
    });
    child.on('error', failed);
    child.once('close', () => {
      clearTimeout(timer);
      reject(new Error(`${order.file} could not be loaded: ${said()}`));
    });
  });
}
