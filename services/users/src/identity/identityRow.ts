import type { AcceptedIdentity, Identity } from '@plumbline/http';
import { type Sql, sql } from '@plumbline/store';
import { permissionStamp } from '../sql/effectivePermissions';

/** A user as the database tells it to those who vouch for them. */
export interface IdentityRow {
  id: string;
  username: string;
  is_superuser: boolean;
  is_active: boolean;
  stamp: string;
}

/** The columns of an `IdentityRow`, of the user that goes by `u`. */
export const identityColumns = sql.fragment`u.id, u.username, u.is_superuser, u.is_active, ${permissionStamp} AS stamp`;

/** What the other services are told of a user. */
export const identityOf = ({ id, username, is_superuser, stamp }: IdentityRow, writeEnabled = true): Identity => ({
  userId: id,
  username,
  isSuperuser: is_superuser,
  writeEnabled,
  permissionStamp: stamp,
});

/** The same of a user who showed a credential that is accepted for so many milliseconds still. */
export const acceptedIdentity = (
  row: IdentityRow,
  acceptedFor: number | null,
  writeEnabled = true,
): AcceptedIdentity => ({
  ...identityOf(row, writeEnabled),
  ...(acceptedFor === null ? {} : { acceptedFor }),
});

/** Milliseconds until a moment, as SQL; null where there is none. */
export const untilThen = (moment: Sql) =>
  sql.fragment`(extract(epoch FROM ${moment} - now()) * 1000)::double precision`;
