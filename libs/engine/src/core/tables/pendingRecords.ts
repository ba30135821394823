import { type Sql, sql } from '@plumbline/store';
import type { ChangeRecord } from '../changeRecord';
import type { UnitOfWork } from '../engine';
import { perTransaction } from '../transactions/perTransaction';

/** A change record that has no place in the order of commits yet: what is looked for, and all of it but that place as JSON text. */
export interface NewRecord extends Pick<ChangeRecord, 'id' | 'time' | 'label' | 'action' | 'object_id' | 'logged'> {
  text: string;
}

/** Change records that the transaction writes as its last act. */
const pendingRecords = perTransaction(() => ({
  /** By id, in the order in which they were made. */
  all: new Map<string, NewRecord>(),
  /** Those that the change log shows of objects that are there, by request and object. */
  changes: new Map<string, NewRecord>(),
}));

/** Who takes in changes of another service acts for several requests in one transaction. */
const changeKey = ({ scope }: UnitOfWork, { label, object_id }: Pick<NewRecord, 'label' | 'object_id'>): string =>
  `${scope.requestId} ${scope.identity.userId} ${label} ${object_id}`;

/** The record of what the same request has done to an object that is there, unless it is written already. */
export const pendingChange = (
  work: UnitOfWork,
  object: Pick<NewRecord, 'label' | 'object_id'>,
): NewRecord | undefined => pendingRecords(work).changes.get(changeKey(work, object));

/** Has the transaction write records; one with the id of a pending change comes in the place of that. */
export function addRecords(work: UnitOfWork, records: readonly NewRecord[]): void {
  const { all, changes } = pendingRecords(work);
  for (const record of records) {
    all.set(record.id, record);
    if (!record.logged) continue;
    const key = changeKey(work, record);
    if (record.action === 'delete') changes.delete(key);
    else changes.set(key, record);
  }
}

/** The pending records, which are none any more then. */
export function dropPending(work: UnitOfWork): NewRecord[] {
  const { all, changes } = pendingRecords(work);
  const records = [...all.values()];
  all.clear();
  changes.clear();
  return records;
}

/** Stands between texts of JSON: it is never in one (RFC 7464). */
const separator = '\u001e';

/** What writes the pending records, which are none any more then; undefined where there are none. */
export function takePending(work: UnitOfWork): Sql | undefined {
  const records = dropPending(work);
  if (records.length === 0) return undefined;
  const column = (key: keyof NewRecord, type: string) =>
    sql.array(
      records.map((record) => record[key]),
      type,
    );
  // The texts go in one, as they are: in an array each quotation mark would be written and read twice.
  const texts = records.map(({ text }) => text).join(separator);
  return sql.fragment`
    INSERT INTO outbox (id, time, label, action, object_id, record)
    SELECT id, time, label, action, object_id, record::json
    FROM ROWS FROM (
      unnest(${column('id', 'uuid')}, ${column('time', 'timestamptz')}, ${column('label', 'text')}, ${column('action', 'text')}, ${column('object_id', 'text')}),
      string_to_table(${texts}, ${separator})
    ) WITH ORDINALITY AS items(id, time, label, action, object_id, record, place) ORDER BY place`;
}

/** Writes the pending records where nothing else is written with them. */
export async function writePending(work: UnitOfWork): Promise<void> {
  const written = takePending(work);
  // Waited for: what is sent behind it might be COMMIT, and what became of a write would not be known while this waits.
  if (written) await work.sql.run(sql.unsafe`${written}`);
}
