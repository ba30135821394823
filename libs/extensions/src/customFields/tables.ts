import { column } from '@plumbline/engine';
import type { TableSpec } from '@plumbline/store';

/** What a service keeps of custom fields. */
export const customFieldTables: TableSpec[] = [
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
];
