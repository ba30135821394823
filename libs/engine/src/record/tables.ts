import type { ColumnSpec, TableSpec } from '@plumbline/store';

const column = (name: string, type: string, more: Partial<ColumnSpec> = {}): ColumnSpec => ({
  name,
  type,
  nullable: false,
  ...more,
});
const moment = 'timestamp with time zone';

/** Tables every service has beside those of its models. */
export const engineTables: TableSpec[] = [
  {
    // Change records, written with the change itself; handed on in the order of `position`.
    name: 'outbox',
    columns: [
      column('sequence', 'bigint', { identity: true }),
      column('position', 'bigint', { nullable: true }),
      column('id', 'uuid'),
      column('time', moment),
      // The changed model, beside the record, so that who follows few models need not look into each.
      column('label', 'text', { collate: 'C' }),
      column('record', 'jsonb'),
    ],
    primaryKey: ['sequence'],
    indexes: [
      { name: 'outbox_position_key', unique: true, method: 'btree', on: ['position'] },
      { name: 'outbox_waiting_idx', unique: false, method: 'btree', on: ['sequence'], where: '("position" IS NULL)' },
    ],
    foreignKeys: [],
    checks: [],
  },
  {
    // Up to which position change records were removed; one row, or none.
    name: 'outbox_pruned',
    columns: [column('position', 'bigint'), column('time', moment)],
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
      column('finished', moment, { nullable: true }),
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
    columns: [column('name', 'text'), column('time', moment)],
    primaryKey: ['name'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // Objects about to be deleted, until the lease runs out (architecture.md §5).
    name: 'deleting_mark',
    columns: [
      column('label', 'text'),
      column('object_id', 'text'),
      column('operation', 'uuid'),
      column('expires', moment),
    ],
    primaryKey: ['label', 'object_id'],
    indexes: [{ name: 'deleting_mark_operation_idx', unique: false, method: 'btree', on: ['operation'] }],
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
      column('time', moment),
    ],
    primaryKey: ['user_id', 'key'],
    indexes: [{ name: 'idempotency_time_idx', unique: false, method: 'btree', on: ['time'] }],
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
    // The custom fields of this service's models, as extras said; large tables get and lose their values little by
    // little.
    name: 'custom_field',
    columns: [
      column('label', 'text', { collate: 'C' }),
      column('key', 'text', { collate: 'C' }),
      column('definition', 'jsonb', { nullable: true }),
      column('state', 'text', { collate: 'C' }),
      column('renamings', 'jsonb', { default: "'[]'::jsonb" }),
    ],
    primaryKey: ['label', 'key'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // The relationships of this service's models, as extras said.
    name: 'known_relationship',
    columns: [column('id', 'uuid'), column('definition', 'jsonb')],
    primaryKey: ['id'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // The computed fields of this service's models, as extras said.
    name: 'known_computed_field',
    columns: [column('id', 'uuid'), column('definition', 'jsonb')],
    primaryKey: ['id'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // Writes committed here that extras has done a part of and not been told of yet.
    name: 'shared_write',
    columns: [column('operation', 'uuid'), column('time', moment)],
    primaryKey: ['operation'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // Parts done here of writes of other services that may still come to nothing, and how to undo them.
    name: 'shared_write_undo',
    columns: [column('operation', 'uuid'), column('time', moment), column('app', 'text'), column('undo', 'jsonb')],
    primaryKey: ['operation'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // Deletions decided here whose consequences other services still have to carry out.
    name: 'departure',
    columns: [
      column('operation', 'uuid'),
      column('time', moment),
      column('apps', 'text[]'),
      column('payload', 'jsonb'),
    ],
    primaryKey: ['operation'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
];
