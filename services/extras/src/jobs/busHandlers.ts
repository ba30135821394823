import type { BusHandler } from '@plumbline/engine';
import { jobTask } from './queueRun';

/** What the gateway asks about those who run jobs. */
export const jobHandlers: Record<string, BusHandler> = {
  /** How many workers are there, whatever queues they serve. */
  'job.workers': async ({ engine, sql }) => ({ workers: (await engine.queue?.countServing(sql, jobTask(''))) ?? 0 }),
};
