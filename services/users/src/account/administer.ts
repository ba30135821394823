import { changeObjects, createObjects, type UnitOfWork, writing } from '@plumbline/engine';
import type { Profile } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { type IdentityRow, identityColumns } from '../identity/identityRow';
import { User } from '../models';

/** A user as an administrator on the machine sees them. */
export interface UserShown extends Profile {
  is_active: boolean;
  /** Whether there is a password that they could sign in with. */
  has_password: boolean;
  /** How many API tokens they have. */
  tokens: number;
}

/** What may be said of a user; what is absent stays as it is, or as it usually is. */
export interface UserWanted {
  username?: string;
  password?: string;
  first_name?: string;
  last_name?: string;
  email?: string;
  is_superuser?: boolean;
  is_staff?: boolean;
  is_active?: boolean;
}

/** All users, by name. */
export const allUsers = ({ sql: database }: UnitOfWork): Promise<UserShown[]> =>
  database.rows<UserShown>(sql.unsafe`
    SELECT u.id, u.username, u.first_name, u.last_name, u.email, u.is_superuser, u.is_staff, u.is_active,
      u.password LIKE 'scrypt$%' AS has_password, u.date_joined, u.last_login,
      ARRAY(SELECT g.name FROM "group" g WHERE g.id = ANY(u.groups) ORDER BY g.name) AS groups,
      (SELECT count(*)::int FROM token t WHERE t.user = u.id) AS tokens
    FROM "user" u ORDER BY u.username`);

/** The user of a name, whether they may sign in or not; undefined when there is none. */
export async function userNamed({ sql: database }: UnitOfWork, username: string): Promise<IdentityRow | undefined> {
  // PostgreSQL's text cannot hold a NUL, and refuses to be asked for one.
  if (username.includes('\0')) return undefined;
  return database.first<IdentityRow>(
    sql.unsafe`SELECT ${identityColumns} FROM "user" u WHERE u.username = ${username}`,
  );
}

/** Adds a user under the rules that hold for all. */
export const addUser = (work: UnitOfWork, wanted: UserWanted): Promise<void> =>
  writing(work, async (inner) => {
    await createObjects(inner, User, [wanted], { errors: 'single' });
  });

/** Changes what is named of a user. */
export const changeUser = (work: UnitOfWork, id: string, wanted: UserWanted): Promise<void> =>
  writing(work, async (inner) => {
    await changeObjects(inner, User, [{ id, body: wanted }], { mode: 'change', errors: 'single' });
  });
