import { setTimeout as sleep } from 'node:timers/promises';

/** Looks every so many milliseconds until something is found; throws with `what` when it is not there within the milliseconds. */
export async function eventually<T>(
  what: string,
  milliseconds: number,
  look: () => Promise<T | undefined | false>,
  every = 50,
): Promise<T> {
  const end = Date.now() + milliseconds;
  let last: unknown;
  for (;;) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`${what}: not within ${milliseconds} ms${last ? ` (${String(last)})` : ''}`);
    await sleep(every);
  }
}
