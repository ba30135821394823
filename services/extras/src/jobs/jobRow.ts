import type { Row } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';

/** A job with all its columns, those nobody is shown among them. */
export const jobRow = (tx: Queryable, id: unknown): Promise<Row | undefined> =>
  tx.first<Row>(sql.unsafe`SELECT job.* FROM job WHERE id = ${String(id)}::uuid`);

/** Shown by itself, as a GET would. */
export const byItself = { root: true } as const;
