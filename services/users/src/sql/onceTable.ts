import { column, momentType } from '@plumbline/engine';
import type { TableSpec } from '@plumbline/store';

/** What counts once, by a keyed digest, until it would not count any more; with something sealed that is fetched once. */
export const onceTable: TableSpec = {
  name: 'sign_in_once',
  columns: [column('key_digest', 'text'), column('sealed', 'text', { nullable: true }), column('expires', momentType)],
  primaryKey: ['key_digest'],
  indexes: [{ name: 'sign_in_once_expires', unique: false, method: 'btree', on: ['expires'] }],
  foreignKeys: [],
  checks: [],
};
