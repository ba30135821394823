import type { Question } from '@plumbline/engine';
import { sql } from '@plumbline/store';

/** What the gateway asks about those who run jobs. */
export const jobQuestions: Record<string, Question> = {
  /** How many workers are there. */
  'job.workers': async (work) => {
    const alive = work.engine.queue?.alive;
    const found =
      alive && (await work.sql.first<{ n: number }>(sql.unsafe`SELECT count(*) AS n FROM (${alive}) runners`));
    return { workers: Number(found?.n ?? 0) };
  },
};
