import { column, momentType } from '@plumbline/engine';
import type { TableSpec } from '@plumbline/store';

/** What a service keeps of relationships, and of writes that two services share. */
export const relationshipTables: TableSpec[] = [
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
    // Writes committed here that extras has done a part of and not been told of yet.
    name: 'shared_write',
    columns: [column('operation', 'uuid'), column('time', momentType)],
    primaryKey: ['operation'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
  {
    // Parts done here of writes of other services that may still come to nothing, and how to undo them.
    name: 'shared_write_undo',
    columns: [column('operation', 'uuid'), column('time', momentType), column('app', 'text'), column('undo', 'jsonb')],
    primaryKey: ['operation'],
    indexes: [],
    foreignKeys: [],
    checks: [],
  },
];
