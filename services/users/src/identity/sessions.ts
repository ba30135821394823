import { inTransaction, type UnitOfWork } from '@plumbline/engine';
import type { Identity } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { userByPassword } from './byPassword';
import { type IdentityRow, identityColumns, identityOf } from './identityRow';
import { refusals } from './refusals';

/** Days a browser stays signed in. */
const lifetime = 14;

/**
 * Signs somebody in for fourteen days; `digest` is that of the key their browser keeps. Sessions that are over go on the
 * way.
 */
export async function openSession(
  work: UnitOfWork,
  { username, password, address }: { username: string; password: string; address: string },
  digest: string,
): Promise<Identity> {
  const user = await userByPassword(work, username, password, address);
  await inTransaction(
    work,
    async (inner) => {
      await inner.sql.run(sql.unsafe`DELETE FROM session WHERE expires < now()`);
      await insertSession(inner, user.id, digest);
      await inner.sql.run(sql.unsafe`UPDATE "user" SET last_login = now() WHERE id = ${user.id}`);
    },
    { decides: true },
  );
  return identityOf(user);
}

/** Begins a session of a user who has shown their password, in the transaction `work` is part of. */
export async function insertSession({ sql: database }: UnitOfWork, userId: string, digest: string): Promise<void> {
  await database.run(sql.unsafe`
    INSERT INTO session (id, key_digest, "user", expires)
    VALUES (gen_random_uuid(), ${digest}, ${userId}, now() + make_interval(days => ${lifetime}))`);
}

/** Whose session it is; a 403 when it is over. */
export async function identityBySession(work: UnitOfWork, digest: string): Promise<Identity> {
  const found = await work.sql.first<IdentityRow>(sql.unsafe`
    SELECT ${identityColumns} FROM session JOIN "user" u ON u.id = session.user
    WHERE session.key_digest = ${digest} AND session.expires > now() AND u.is_active`);
  if (!found) throw refusals.sessionOver();
  return identityOf(found);
}

/** Ends a session; one that is over already is none of our concern. */
export async function closeSession(work: UnitOfWork, digest: string): Promise<void> {
  await work.sql.run(sql.unsafe`DELETE FROM session WHERE key_digest = ${digest}`);
}
