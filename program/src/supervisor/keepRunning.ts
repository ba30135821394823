import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { type Notices, ready } from '@plumbline/command';
import type { Log } from '@plumbline/log';

const isNotices = (message: unknown): message is Notices =>
  typeof message === 'object' && message !== null && 'notices' in message;

/** A process to be kept running. */
export interface Program {
  /** How the log calls it. */
  name: string;
  path: string;
  arguments: readonly string[];
  env?: NodeJS.ProcessEnv;
  /**
   * By what the child notices that we are gone without a word: node's own channel (our processes, which write our log
   * lines as well), or its standard input (see `endingWithParent`; what it writes is dropped).
   */
  parentLiveness: 'channel' | 'input';
}

export interface KeepRunningOptions {
  log: Log;
  /** Called when the child ends with an exit code that no restart can mend. */
  onFatalExit?: (exitCode: number) => void;
  /** Hears what people should read. */
  onNotices?: (notices: string[]) => void;
  /** Exit codes of that kind. */
  fatalExitCodes?: readonly number[];
  /** Milliseconds before the first restart; doubled by each early death that follows, up to 64 times. */
  restartAfterMilliseconds?: number;
  /** Milliseconds a process must live for its death not to be an early one; less when it says that it is `ready`. */
  healthyAfterMilliseconds?: number;
}

export interface KeptRunning {
  /** Asks the process to end, ends it by force when it has not within the milliseconds, and does not start it again. */
  stop(withinMilliseconds?: number): Promise<void>;
  /** The process as it is now; undefined between a death and the restart. */
  pid(): number | undefined;
  /** Resolves when it has said for the first time that it is `ready`. */
  ready: Promise<void>;
}

const defaultRestartDelay = 100;
const mostDoublings = 6;
/** Who has lived this long died of something new. */
const defaultHealthyAfter = 30_000;
const defaultStopWithin = 35_000;

/** Starts a process and starts it again each time it dies, waiting longer after each early death. */
export function keepRunning(program: Program, options: KeepRunningOptions): KeptRunning {
  const { log, fatalExitCodes: hopelessExitCodes = [] } = options;
  const delay = options.restartAfterMilliseconds ?? defaultRestartDelay;
  const healthyAfter = options.healthyAfterMilliseconds ?? defaultHealthyAfter;
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let earlyDeaths = 0;
  let sayReady = () => {};
  const firstReady = new Promise<void>((resolve) => {
    sayReady = resolve;
  });

  function start(): void {
    const startedAt = Date.now();
    const started = spawn(program.path, program.arguments, spawnOptions(program));
    child = started;
    let isOver = false;
    let isReady = false;
    const over = (reason: object, exitCode?: number) => {
      if (isOver) return;
      isOver = true;
      child = undefined;
      if (isStopping) return;
      if (exitCode !== undefined && hopelessExitCodes.includes(exitCode)) {
        log.error({ program: program.name, ...reason }, 'program cannot run');
        options.onFatalExit?.(exitCode);
        return;
      }
      earlyDeaths = isReady || Date.now() - startedAt >= healthyAfter ? 1 : earlyDeaths + 1;
      const wait = delay * 2 ** Math.min(earlyDeaths - 1, mostDoublings);
      log.warn({ program: program.name, ...reason, restartInMilliseconds: wait }, 'program died');
      timer = setTimeout(start, wait);
    };
    started.on('message', (message) => {
      if (message === ready) {
        isReady = true;
        sayReady();
      }
      if (isNotices(message)) options.onNotices?.(message.notices);
    });
    started.once('error', (error) => over({ error }));
    started.once('exit', (exitCode, signal) => over({ exitCode, signal }, exitCode ?? undefined));
    log.info({ program: program.name, childPid: started.pid }, 'program started');
  }

  async function stop(withinMilliseconds = defaultStopWithin): Promise<void> {
    isStopping = true;
    clearTimeout(timer);
    const leaving = child;
    if (!leaving || leaving.exitCode !== null || leaving.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => leaving.once('exit', () => resolve()));
    leaving.kill('SIGTERM');
    const force = setTimeout(() => {
      log.warn({ program: program.name }, 'program did not end in time and is ended by force');
      leaving.kill('SIGKILL');
    }, withinMilliseconds);
    await gone;
    clearTimeout(force);
  }

  start();
  return { stop, pid: () => child?.pid, ready: firstReady };
}

/** A group of its own keeps Ctrl-C in a terminal from ending parts in any order; we end them in the right one. */
function spawnOptions({ env, parentLiveness: deathWatch }: Program): SpawnOptions {
  const stdio: SpawnOptions['stdio'] =
    deathWatch === 'channel' ? ['ignore', 'inherit', 'inherit', 'ipc'] : ['pipe', 'ignore', 'ignore'];
  return { env: env ?? process.env, stdio, detached: true };
}
