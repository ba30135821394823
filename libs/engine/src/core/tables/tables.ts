import type { ColumnSpec, TableSpec } from '@plumbline/store';

/** A column that is never null. */
export const column = (name: string, type: string, more: Partial<ColumnSpec> = {}): ColumnSpec => ({
  name,
  type,
  nullable: false,
  ...more,
});
export const momentType = 'timestamp with time zone';

/** Tables every service has beside those of its models. */
export const engineTables: TableSpec[] = [
  {
    // Change records, written with the change itself; handed on in the order of `position`.
    name: 'outbox',
    columns: [
      column('sequence', 'bigint', { identity: true }),
      column('position', 'bigint', { nullable: true }),
      column('id', 'uuid'),
      column('time', momentType),
      // The changed model, beside the record, so that who follows few models need not look into each.
      column('label', 'text', { collate: 'C' }),
      column('record', 'json'),
      // The same for what was deleted; empty where a process of an earlier version wrote the record.
      column('action', 'text', { nullable: true, collate: 'C' }),
      column('object_id', 'text', { nullable: true, collate: 'C' }),
    ],
    primaryKey: ['sequence'],
    indexes: [
      { name: 'outbox_position_key', unique: true, method: 'btree', on: ['position'] },
      { name: 'outbox_waiting_idx', unique: false, method: 'btree', on: ['sequence'], where: '("position" IS NULL)' },
      {
        name: 'outbox_departed_idx',
        unique: false,
        method: 'btree',
        on: ['object_id'],
        where: "(action = 'delete'::text)",
      },
      { name: 'outbox_undescribed_idx', unique: false, method: 'btree', on: ['sequence'], where: '(action IS NULL)' },
    ],
    foreignKeys: [],
    checks: [],
  },
  {
    // Up to which position change records were removed; one row, or none.
    name: 'outbox_pruned',
    columns: [column('position', 'bigint'), column('time', momentType)],
    primaryKey: ['position'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // How far this service has read the outbox of each other service.
    name: 'consumed',
    columns: [column('app', 'text'), column('position', 'bigint')],
    primaryKey: ['app'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // Files that were restored into this database, and how far each has come (see restore/ledger).
    name: 'restoration',
    columns: [
      column('source', 'text'),
      column('rows_reached', 'bigint'),
      column('links_reached', 'bigint'),
      column('defaults', 'jsonb'),
      column('finished', momentType, { nullable: true }),
      column('incomplete', 'text[]', { default: "'{}'::text[]" }),
    ],
    primaryKey: ['source'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // What a fresh database was given, so that it is given only once.
    name: 'seeded',
    columns: [column('name', 'text'), column('time', momentType)],
    primaryKey: ['name'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // Objects about to be deleted, until the lease runs out (docs/adr/0006-deletion-protocol.md).
    name: 'deleting_mark',
    columns: [
      column('label', 'text'),
      column('object_id', 'text'),
      column('operation', 'uuid'),
      column('expires', momentType),
    ],
    primaryKey: ['label', 'object_id'],
    indexes: [{ name: 'deleting_mark_operation_idx', unique: false, method: 'btree', on: ['operation'] }],
    foreignKeys: [],
    checks: [],
  },
  {
    // From which services objects have ever been referred to.
    name: 'referred_from',
    columns: [column('label', 'text'), column('object_id', 'text'), column('app', 'text')],
    primaryKey: ['label', 'object_id', 'app'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // From when on that is known of every new object; one row, or none.
    name: 'referred_from_since',
    columns: [column('since', momentType)],
    primaryKey: ['since'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // What this service has been asked to do for deletions elsewhere, by whom, and in whose name it will.
    name: 'prepared_deletion',
    columns: [
      column('operation', 'uuid'),
      column('asker', 'text'),
      column('author', 'jsonb'),
      column('to_delete', 'jsonb'),
    ],
    primaryKey: ['operation', 'asker'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // Answers of writes that clients may send again.
    name: 'idempotency',
    columns: [
      column('user_id', 'uuid'),
      column('key', 'text'),
      column('fingerprint', 'text'),
      column('outcome', 'jsonb', { nullable: true }),
      column('time', momentType),
      // Those of requests that named no key are kept for a shorter time.
      column('expires', momentType, { default: "(now() + '24:00:00'::interval)" }),
    ],
    primaryKey: ['user_id', 'key'],
    indexes: [{ name: 'idempotency_expires_idx', unique: false, method: 'btree', on: ['expires'] }],
    foreignKeys: [],
    checks: [],
  },
  {
    // How many rows each model's table has, and how many changes it has seen, as triggers write them down (see the
    // migrations): counting a list is a sum, and what was counted is known until the next change.
    name: 'row_tally',
    columns: [column('table_name', 'text'), column('delta', 'bigint'), column('changes', 'bigint', { default: '1' })],
    primaryKey: [],
    indexes: [{ name: 'row_tally_table_name_idx', unique: false, method: 'btree', on: ['table_name'] }],
    foreignKeys: [],
    checks: [],
  },
  {
    // Deletions decided here whose consequences other services still have to carry out.
    name: 'pending_deletion',
    columns: [
      column('operation', 'uuid'),
      column('time', momentType),
      column('apps', 'text[]'),
      column('payload', 'jsonb'),
      column('next_try', momentType, { default: 'now()' }),
    ],
    primaryKey: ['operation'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
];
