import { column, momentType } from '@plumbline/engine';
import type { TableSpec } from '@plumbline/store';

const ofWebhook = (table: string): TableSpec['foreignKeys'] => [
  {
    name: `${table}_webhook_fkey`,
    columns: ['webhook'],
    references: { table: 'webhook', columns: ['id'] },
    onDelete: 'cascade',
    deferrable: false,
  },
];

/** What webhooks have told and have to tell. */
export const webhookTables: TableSpec[] = [
  {
    // One telling of one change; those of an object are told in the order of `sequence`.
    name: 'webhookdelivery',
    columns: [
      column('sequence', 'bigint', { identity: true }),
      column('id', 'uuid'),
      column('webhook', 'uuid'),
      column('label', 'text', { collate: 'C' }),
      column('object_id', 'uuid'),
      column('action', 'text', { collate: 'C' }),
      // Entries of the change log: this one, and the one before of the same object.
      column('change', 'uuid'),
      column('previous', 'uuid', { nullable: true }),
      // `pending`, `delivered` or `failed`.
      column('status', 'text', { collate: 'C', default: "'pending'::text" }),
      column('attempts', 'integer', { default: '0' }),
      column('created', momentType),
      column('attempted', momentType, { nullable: true }),
      column('finished', momentType, { nullable: true }),
      column('answer_status', 'integer', { nullable: true }),
      column('problem', 'text', { default: "''::text" }),
    ],
    primaryKey: ['id'],
    indexes: [
      { name: 'webhookdelivery_webhook_idx', unique: false, method: 'btree', on: ['webhook', 'sequence'] },
      {
        name: 'webhookdelivery_lane_idx',
        unique: false,
        method: 'btree',
        on: ['webhook', 'object_id', 'sequence'],
        where: "(status = 'pending'::text)",
      },
      {
        name: 'webhookdelivery_finished_idx',
        unique: false,
        method: 'btree',
        on: ['status', 'finished'],
        where: "(status <> 'pending'::text)",
      },
    ],
    foreignKeys: ofWebhook('webhookdelivery'),
    checks: [],
  },
  {
    // An object of which a webhook has something pending: when to go on with it, and who is at it.
    name: 'webhooklane',
    columns: [
      column('webhook', 'uuid'),
      column('object_id', 'uuid'),
      column('due', momentType),
      column('claim', 'uuid', { nullable: true }),
    ],
    primaryKey: ['webhook', 'object_id'],
    indexes: [{ name: 'webhooklane_due_idx', unique: false, method: 'btree', on: ['webhook', 'due'] }],
    foreignKeys: ofWebhook('webhooklane'),
    checks: [],
  },
];
