import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Whether everything is to be done in full (`npm run test:integrity`, `npm run test:faults`) or in the short form of
 * `npm test`.
 */
export const isLong = process.env.LONG_TESTS === '1';

/**
 * Milliseconds something may take: as given in full, where nothing else runs; six times as long in the short form, in
 * which other tests use the same processors.
 */
export const within = (milliseconds: number): number => (isLong ? milliseconds : 6 * milliseconds);

/**
 * Milliseconds after which the slowest answer must be there, given that nobody is kept waiting for more than ten
 * seconds.
 */
export const longestAnswer = isLong ? 10_500 : 30_000;

/** A number of rounds: the first in full, the second in the short form. */
export const rounds = (full: number, short: number): number => (isLong ? full : short);

/**
 * Waits between two requests of somebody who asks as long as something else goes on: hardly in full, a little in the short form, where
 * that has the same processors.
 */
export const breathe = (): Promise<void> => sleep(rounds(5, 100));

/** How many processes of this machine want a processor, as of the last minute. */
export const machineLoad = (): number => loadavg()[0]!;

/** How many times as long something takes as on a machine that does nothing else, by what wanted its processors in the last minute; 1 at least. */
export const slowdown = (): number => Math.max(1, machineLoad() / availableParallelism());

/** Beyond this load a time says more about the machine than about what was tested. */
export const busyMachine = 4;
