import type { Engine } from '../engine';
import { perEngine } from '../kept/perEngine';

/** When something last went on. */
const activityOf = perEngine(() => ({ at: Date.now() }));

/** Milliseconds without anything after which it is quiet. */
const lull = 30_000;

/** Notes that something goes on in a service: a transaction, news of another service, work that is due. */
export function noteActivity(engine: Engine): void {
  activityOf(engine).at = Date.now();
}

/** Whether nothing has gone on for a while, also since the process began: what is looked after is looked after more seldom. */
const isQuiet = (engine: Engine): boolean => Date.now() - activityOf(engine).at > lull;

/** How often is looked for what nobody has announced: milliseconds between looks, and between those when it is quiet. */
export interface Watchfulness {
  interval: number;
  whenQuiet: number;
}

/** Whether it is time to look, asked at each interval. */
export function watchful(engine: Engine, { interval, whenQuiet }: Watchfulness): () => boolean {
  let last = Date.now();
  return () => {
    // A timer may come a little early.
    if (isQuiet(engine) && Date.now() - last < whenQuiet - interval / 2) return false;
    last = Date.now();
    return true;
  };
}
