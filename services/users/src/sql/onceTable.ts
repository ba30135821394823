import type { TableSpec } from '@plumbline/store';

const moment = 'timestamp with time zone';

/** What counts once, by a keyed digest, until it would not count any more; with something sealed that is fetched once. */
export const onceTable: TableSpec = {
  name: 'sign_in_once',
  columns: [
    { name: 'key_digest', type: 'text', nullable: false },
    { name: 'sealed', type: 'text', nullable: true },
    { name: 'expires', type: moment, nullable: false },
  ],
  primaryKey: ['key_digest'],
  indexes: [{ name: 'sign_in_once_expires', unique: false, method: 'btree', on: ['expires'] }],
  foreignKeys: [],
  checks: [],
};
