import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@plumbline/log';
import { DatabaseUnavailable } from '@plumbline/store';

/** Milliseconds between attempts: the first, from which on they double, and the longest. */
const shortest = 250;
const longest = 10_000;

/**
 * Does something to the database as soon as that can be had, however long it takes: for what is known nowhere else, and
 * may be done twice. Throws what is wrong with the act itself.
 */
export async function whenAvailable<T>(act: () => Promise<T>, log: Log): Promise<T> {
  for (let pause = shortest; ; pause = Math.min(2 * pause, longest))
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      log.warn({ error: String(error) }, 'work waits for the database');
      // A process that has nothing else to do may end meanwhile.
      await delay(pause, undefined, { ref: false });
    }
}
