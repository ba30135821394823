import { randomBytes } from 'node:crypto';
import { inTransaction, keyedDigest, type Work } from '@plumbline/engine';
import type { Identity } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { userByPassword } from './byPassword';
import { type IdentityRow, identityColumns, identityOf } from './identityRow';
import { refusals } from './refusals';

/** Days a browser stays signed in. */
const lifetime = 14;

const digestOf = (work: Work, key: string): string => keyedDigest(key, work.engine.settings.secretKey, 'session');

/** Signs somebody in for fourteen days; answers the key their browser keeps. Sessions that are over go on the way. */
export async function openSession(
  work: Work,
  username: string,
  password: string,
): Promise<{ session_key: string; identity: Identity }> {
  const user = await userByPassword(work, username, password);
  const key = randomBytes(32).toString('base64url');
  await inTransaction(work, async (inner) => {
    await inner.sql.run(sql.unsafe`DELETE FROM session WHERE expires < now()`);
    await inner.sql.run(sql.unsafe`
      INSERT INTO session (id, key_digest, "user", expires)
      VALUES (gen_random_uuid(), ${digestOf(work, key)}, ${user.id}, now() + make_interval(days => ${lifetime}))`);
    await inner.sql.run(sql.unsafe`UPDATE "user" SET last_login = now() WHERE id = ${user.id}`);
  });
  return { session_key: key, identity: identityOf(user) };
}

/** Whose session it is; a 403 when it is over. */
export async function identityBySession(work: Work, key: string): Promise<Identity> {
  const found = await work.sql.first<IdentityRow>(sql.unsafe`
    SELECT ${identityColumns} FROM session JOIN "user" u ON u.id = session.user
    WHERE session.key_digest = ${digestOf(work, key)} AND session.expires > now() AND u.is_active`);
  if (!found) throw refusals.sessionOver();
  return identityOf(found);
}

/** Ends a session; one that is over already is none of our concern. */
export async function closeSession(work: Work, key: string): Promise<void> {
  await work.sql.run(sql.unsafe`DELETE FROM session WHERE key_digest = ${digestOf(work, key)}`);
}
