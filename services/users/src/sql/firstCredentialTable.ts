import type { TableSpec } from '@plumbline/store';

const column = (name: string, type: string) => ({ name, type, nullable: false });

/** What the first administrator was given, sealed, until it was used once. */
export const firstCredentialTable: TableSpec = {
  name: 'first_credential',
  columns: [column('kind', 'text'), column('user_id', 'uuid'), column('sealed', 'text')],
  primaryKey: ['kind'],
  indexes: [],
  foreignKeys: [],
  checks: [],
};
