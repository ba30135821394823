import { type Queryable, sql } from '@plumbline/store';
import { z } from 'zod/v4';
import type { ChangeRecord } from '../core/changeRecord';
import type { UnitOfWork } from '../core/engine';
import { inTransaction } from '../core/transactions/transaction';

/** Most records handed over in one answer. */
const batchSize = 500;

/** `outbox.read`: what comes after a position, of all models or of these. */
export const outboxRequest = z.object({ after: z.number().int(), labels: z.array(z.string()).optional() });
export type OutboxRequest = z.infer<typeof outboxRequest>;

export interface OutboxPage {
  records: ChangeRecord[];
  /** The position up to which these are all there is of what was asked for. */
  reached: number;
  /** The highest position given so far; more can be asked for until it is reached. */
  last: number;
  /** Up to this position records are not there any more. */
  pruned: number;
}

/** The position up to which records were removed. */
export const pruned = sql.fragment`SELECT coalesce(max(position), 0) FROM outbox_pruned`;
/** The highest position ever given: what was removed counts, or positions would be given twice. */
export const newest = sql.fragment`SELECT greatest(max(position), (${pruned})) FROM outbox`;

/**
 * Answers `outbox.read`: gives a position to everything committed since, then hands over what comes after the reader's.
 * Positions are given one process at a time in the order of writing, so they have no gaps and nothing appears behind a
 * reader's back.
 */
export async function readOutbox(work: UnitOfWork, asked: OutboxRequest): Promise<OutboxPage> {
  const { isEnough, page } = await readPage(work.sql, asked);
  return isEnough ? page : inTransaction(work, ({ sql: tx }) => givePositions(tx, asked));
}

/** Gives positions to what waits for one, and reads; they go out together, and each sees what was committed until the lock was had. */
async function givePositions(tx: Queryable, asked: OutboxRequest): Promise<OutboxPage> {
  const locked = tx.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext('outbox'))`);
  const given = tx.run(sql.unsafe`
    UPDATE outbox SET position = numbered.position FROM (
      SELECT sequence, (${newest}) + row_number() OVER (ORDER BY sequence) AS position
      FROM outbox WHERE position IS NULL
    ) numbered WHERE outbox.sequence = numbered.sequence`);
  const [{ page }] = await Promise.all([readPage(tx, asked), given, locked]);
  return page;
}

interface PageRow {
  waiting: boolean;
  pruned: number;
  last: number;
  position: number | null;
  record: Omit<ChangeRecord, 'position'>;
}

/** What comes after a position as of one moment, and whether that will do: nothing waits for a position, or there is a batch without it. */
async function readPage(
  run: Queryable,
  { after, labels }: OutboxRequest,
): Promise<{ isEnough: boolean; page: OutboxPage }> {
  const wanted = labels ? sql.fragment`label = ANY(${sql.array(labels, 'text')})` : sql.fragment`TRUE`;
  const rows = await run.rows<PageRow>(sql.unsafe`
    SELECT outlook.*, page.* FROM (
      SELECT EXISTS (SELECT FROM outbox WHERE position IS NULL) AS waiting, (${pruned}) AS pruned, (${newest}) AS last
    ) outlook LEFT JOIN (
      SELECT position, record FROM outbox WHERE position > ${after} AND ${wanted} ORDER BY position LIMIT ${batchSize}
    ) page ON TRUE ORDER BY page.position`);
  const { waiting, ...places } = rows[0]!;
  const last = Number(places.last);
  const records = rows.flatMap(({ position, record }) =>
    position === null ? [] : [{ ...record, position: Number(position) }],
  );
  const reached = records.length < batchSize ? last : records.at(-1)!.position;
  return {
    isEnough: !waiting || records.length === batchSize,
    page: { records, reached, last, pruned: Number(places.pruned) },
  };
}
