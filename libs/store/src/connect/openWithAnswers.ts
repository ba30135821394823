import type { Database } from '../database';
import { type DatabaseOptions, openDatabase } from './openDatabase';

/** Of a service's connections those that are kept for answers. */
const shareOfAnswers = 0.3;

/**
 * Opens a service's database twice: `answers` has connections of its own, out of `poolSize`, for single statements that
 * answer other services (ADR 15), at `answersAt` where a pooler has the database under a second name. Without them,
 * writers that wait for one another's answers can take all connections, and none of them moves before its deadline.
 */
export function openWithAnswers({ answersAt, poolSize, ...options }: DatabaseOptions & { answersAt?: string }): {
  database: Database;
  answers: Database;
} {
  const forAnswers = Math.max(1, Math.floor(poolSize * shareOfAnswers));
  return {
    database: openDatabase({ ...options, poolSize: poolSize - forAnswers }),
    answers: openDatabase({
      ...options,
      connectionString: answersAt ?? options.connectionString,
      poolSize: forAnswers,
    }),
  };
}
