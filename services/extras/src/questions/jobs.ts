import type { Question } from '@plumbline/engine';
import { jobTask } from '../jobs/queueRun';

/** What the gateway asks about those who run jobs. */
export const jobQuestions: Record<string, Question> = {
  /** How many workers are there, whatever queues they serve. */
  'job.workers': async ({ engine, sql }) => ({ workers: (await engine.queue?.countServing(sql, jobTask(''))) ?? 0 }),
};
