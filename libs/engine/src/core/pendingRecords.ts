import { type Sql, sql } from '@plumbline/store';
import type { UnitOfWork } from './engine';
import { perTransaction } from './perTransaction';

/** A change record that has no place in the order of commits yet (all of a `ChangeRecord` but that), as JSON text. */
export type NewRecord = string;

/** Change records that the transaction writes as its last act, in the order in which they were made. */
export const pendingRecords = perTransaction((): NewRecord[] => []);

/** What writes the pending records, which are none any more then; undefined where there are none. */
export function takePending(work: UnitOfWork): Sql | undefined {
  const records = pendingRecords(work).splice(0);
  if (records.length === 0) return undefined;
  return sql.fragment`
    INSERT INTO outbox (id, time, label, record)
    SELECT (record->>'id')::uuid, (record->>'time')::timestamptz, record->>'label', record
    FROM jsonb_array_elements(${`[${records.join()}]`}::jsonb) WITH ORDINALITY AS items(record, place) ORDER BY place`;
}

/** Writes the pending records where nothing else is written with them. */
export async function writePending(work: UnitOfWork): Promise<void> {
  const written = takePending(work);
  // Waited for: what is sent behind it might be COMMIT, and what became of a write would not be known while this waits.
  if (written) await work.sql.run(sql.unsafe`${written}`);
}
