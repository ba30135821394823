import type { TableSpec } from '@plumbline/store';

const moment = 'timestamp with time zone';

/** Attempts to sign in, by a keyed digest of who tried which account (see identity/attempts). */
export const attemptTable: TableSpec = {
  name: 'sign_in_attempt',
  columns: [
    { name: 'key_digest', type: 'text', nullable: false },
    { name: 'failures', type: 'double precision', nullable: false },
    { name: 'started', type: moment, nullable: false },
    { name: 'succeeded', type: moment, nullable: true },
  ],
  primaryKey: ['key_digest'],
  indexes: [{ name: 'sign_in_attempt_started', unique: false, method: 'btree', on: ['started'] }],
  foreignKeys: [],
  checks: [],
};
