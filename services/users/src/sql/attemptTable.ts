import { column, momentType } from '@plumbline/engine';
import type { TableSpec } from '@plumbline/store';

/** Attempts to sign in, by a keyed digest of who tried which account (see identity/attempts). */
export const attemptTable: TableSpec = {
  name: 'sign_in_attempt',
  columns: [
    column('key_digest', 'text'),
    column('failures', 'double precision'),
    column('started', momentType),
    column('succeeded', momentType, { nullable: true }),
  ],
  primaryKey: ['key_digest'],
  indexes: [{ name: 'sign_in_attempt_started', unique: false, method: 'btree', on: ['started'] }],
  foreignKeys: [],
  checks: [],
};
