import { setImmediate } from 'node:timers/promises';
import type { UnitOfWork } from '../engine';
import { demandWanted } from '../transactions/commit';

/** Milliseconds that one request keeps the process from all others; a list of a hundred objects is done by then. */
const longest = 40;
/** Objects that are gone through before the clock is looked at. */
const unwatched = 16;

/**
 * Goes through objects in their order, and lets others have their turn meanwhile, where there are thousands; no further once nobody
 * waits for what is made of them.
 */
export async function visitYielding<T>(
  work: Pick<UnitOfWork, 'engine' | 'scope'>,
  objects: readonly T[],
  visit: (object: T, index: number) => void,
): Promise<void> {
  let begun = performance.now();
  for (let index = 0; index < objects.length; index++) {
    visit(objects[index]!, index);
    if ((index + 1) % unwatched !== 0 || performance.now() - begun < longest) continue;
    await setImmediate();
    demandWanted(work);
    begun = performance.now();
  }
}
