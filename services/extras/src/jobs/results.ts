import { type LogLine, storableText } from '@plumbline/jobs';
import { type Queryable, sql } from '@plumbline/store';
import type { JobResultStatus } from './choices';

/** Takes a result that waits, and may be done twice; false when it was taken back, or somebody else has it. */
export async function beginResult(tx: Queryable, id: string, worker: string): Promise<boolean> {
  const begun = await tx.run(sql.unsafe`
    UPDATE jobresult SET status = 'STARTED', worker = ${worker}
    WHERE id = ${id}::uuid AND (status = 'PENDING' OR status = 'STARTED' AND worker = ${worker})`);
  return begun > 0;
}

/** Throws where a result is not that of work under way any more; once the transaction is over nobody ends it any more. */
export async function demandUnderWay(tx: Queryable, id: string): Promise<void> {
  const kept = await tx.run(
    sql.unsafe`UPDATE jobresult SET kept_at = now() WHERE id = ${id}::uuid AND status = 'STARTED'`,
  );
  if (kept === 0) throw new Error('This run was ended.');
}

/** How work ended. */
export interface Ending {
  status: JobResultStatus;
  result?: unknown;
  traceback?: string;
}

/** Writes down how work ended, unless somebody did before. */
export async function endResult(tx: Queryable, id: string, { status, result, traceback }: Ending): Promise<void> {
  await tx.run(sql.unsafe`
    UPDATE jobresult SET status = ${status}, date_done = now(), result = ${JSON.stringify(result ?? null)}::jsonb,
      traceback = ${traceback ?? null}
    WHERE id = ${id}::uuid AND status IN ('PENDING', 'RECEIVED', 'STARTED', 'RETRY')`);
}

/** What a failure leaves as its result. */
export const failureResult = (type: string, message: string) => ({ exc_type: type, exc_message: [message] });

/** What went wrong with work. */
export interface Failure {
  type: string;
  message: string;
  traceback: string;
}

/** Whatever was thrown, as what went wrong. */
export function failureOf(thrown: unknown): Failure {
  const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { type: name, message, traceback: stack ?? message };
}

/** Characters that are kept of what went wrong: whatever threw may say any amount. */
const longestMessage = 10_000;
const longestTraceback = 100_000;

/** Writes down that work failed, unless somebody did before; why stands in its log too, in one of its groups. */
export async function endFailed(tx: Queryable, id: string, failure: Failure, grouping: string): Promise<void> {
  const message = storableText(failure.message.slice(0, longestMessage));
  const traceback = storableText(failure.traceback.slice(0, longestTraceback));
  const result = failureResult(storableText(failure.type.slice(0, longestMessage)), message);
  const line = { time: new Date().toISOString(), level: 'error', grouping, object: '', url: '' } as const;
  await keepLines(tx, id, [{ ...line, message }]);
  await endResult(tx, id, { status: 'FAILURE', result, traceback });
}

/** A line with an id of its own is kept once, however often that is tried. */
export type KeptLine = LogLine & { id?: string };

/** Keeps lines of a log. A result that was deleted keeps none. */
export async function keepLines(tx: Queryable, result: string, lines: KeptLine[]): Promise<void> {
  await tx.run(sql.unsafe`
    INSERT INTO joblogentry (id, log_level, grouping, message, created, log_object, absolute_url, job_result)
    SELECT coalesce(line.id, gen_random_uuid()), line.level, line.grouping, line.message, line.time::timestamptz + line.place * interval '1 microsecond',
      line.object, line.url, jobresult.id
    FROM jobresult, (
      SELECT item.*, row_number() OVER () - 1 AS place
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        AS item(id uuid, level text, grouping text, message text, time text, object text, url text)
    ) AS line
    WHERE jobresult.id = ${result}::uuid
    ON CONFLICT DO NOTHING`);
}
