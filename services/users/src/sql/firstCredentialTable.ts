import { column } from '@plumbline/engine';
import type { TableSpec } from '@plumbline/store';

/** What the first administrator was given, sealed, until it was used once. */
export const firstCredentialTable: TableSpec = {
  name: 'first_credential',
  columns: [column('kind', 'text'), column('user_id', 'uuid'), column('sealed', 'text')],
  primaryKey: ['kind'],
  indexes: [],
  foreignKeys: [],
  checks: [],
};
