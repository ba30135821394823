import { column } from '@plumbline/engine';
import type { TableSpec } from '@plumbline/store';

/** What a service keeps of computed fields. */
export const computedFieldTables: TableSpec[] = [
  {
    // The computed fields of this service's models, as extras said.
    name: 'known_computed_field',
    columns: [column('id', 'uuid'), column('definition', 'jsonb')],
    primaryKey: ['id'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
];
