import type { Log } from '@plumbline/log';
import { exitCodes } from './exitCodes';

export interface StopRequest {
  /** Resolves with the exit code once somebody wants this process to end. */
  made: Promise<number>;
  /** Aborted by then: whoever still waits for something in order to start waits no more. */
  ending: AbortSignal;
  /** Asks for the end because of a failure. */
  fail(exitCode: number): void;
}

/** Longer than any part takes to finish what is under way. */
const stopWithinMilliseconds = 60_000;

/**
 * `npm start` hands on the Ctrl+C that the terminal has delivered already: signals this close together are one wish.
 */
const sameWishMilliseconds = 1_000;

/**
 * Listens for SIGTERM, SIGINT, SIGHUP (the terminal is gone), the end of a supervisor and errors nobody caught. A second signal, or a stop that takes
 * longer than a minute, ends the process at once.
 */
export function createStopRequest(log: Log): StopRequest {
  let madeAt: number | undefined;
  const ending = new AbortController();
  let resolve: (exitCode: number) => void = () => {};
  const made = new Promise<number>((settle) => {
    resolve = settle;
  });
  const ask = (exitCode: number, reason: string) => {
    if (madeAt !== undefined) {
      if (Date.now() - madeAt > sameWishMilliseconds) process.exit(exitCodes.failed);
      return;
    }
    madeAt = Date.now();
    log.info({ reason }, 'stopping');
    setTimeout(() => {
      log.fatal('did not stop in time');
      process.exit(exitCodes.failed);
    }, stopWithinMilliseconds).unref();
    resolve(exitCode);
    ending.abort();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => ask(exitCodes.done, signal));
  if (process.connected) process.once('disconnect', () => ask(exitCodes.done, 'the supervisor is gone'));
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'an error nobody caught');
    process.exit(exitCodes.failed);
  });
  return {
    made,
    ending: ending.signal,
    fail: (exitCode) => {
      if (madeAt === undefined) ask(exitCode, 'a part cannot run');
    },
  };
}
