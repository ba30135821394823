import { inTransaction, seal, type UnitOfWork, unsealOwn } from '@plumbline/engine';
import { type AcceptedIdentity, problems, type SessionShown, type SignedIn } from '@plumbline/http';
import { sql } from '@plumbline/store';
import type { ProviderSession } from '../signIn/proof';
import { lockAccount } from './byPassword';
import { acceptedIdentity, type IdentityRow, identityColumns, identityOf, untilThen } from './identityRow';
import { refusals } from './refusals';

/** What is kept of a session, beside whose it is. */
export interface NewSession {
  /** The digest of the key that the browser keeps. */
  digest: string;
  /** The network it is begun from, and what the browser calls itself. */
  address?: string | undefined;
  agent?: string | undefined;
  /** The hash of the password that was shown, where it is kept here. */
  hash?: string | undefined;
  /** The key of the way of signing in; `local` when absent. */
  method?: string;
  /** Seconds it lives, when that is less than usual. */
  seconds?: number | undefined;
  provider?: ProviderSession;
  /** The digest of the session that the browser was in, which ends. */
  replaces?: string | undefined;
}

/** Seconds between notes of when a session was last used. */
const noteEvery = 60;

/** Signs somebody in who has shown who they are; a 403 where their password was changed meanwhile. Sessions that are over go on the way. */
export async function openSession(work: UnitOfWork, user: IdentityRow, session: NewSession): Promise<SignedIn> {
  const seconds = secondsOf(work, session);
  const signedIn = await inTransaction(
    work,
    async (inner) => {
      // Before its sessions: of two who sign in as one user at once, each would wait for what the other has.
      await lockAccount(inner, { id: user.id, password: session.hash });
      await inner.sql.run(sql.unsafe`DELETE FROM session WHERE expires < now()`);
      if (session.replaces !== undefined) await closeSession(inner, session.replaces);
      await insertSession(inner, user.id, session);
      return inner.sql.first<IdentityRow>(
        sql.unsafe`UPDATE "user" u SET last_login = now() WHERE u.id = ${user.id} RETURNING ${identityColumns}`,
      );
    },
    { decides: () => true },
  );
  return { ...identityOf(signedIn ?? user), sessionSeconds: seconds };
}

/** How long a browser stays signed in. */
const secondsOf = ({ engine }: UnitOfWork, { seconds }: Pick<NewSession, 'seconds'>): number =>
  seconds ?? engine.settings.signIn.session.seconds;

/** Begins a session of a user who has shown who they are, in the transaction `work` is part of. */
export async function insertSession(work: UnitOfWork, userId: string, session: NewSession): Promise<void> {
  const { digest, address = '', agent = '', method = 'local', provider = {} } = session;
  const idToken = provider.idToken === undefined ? null : seal(provider.idToken, work.engine.settings.secretKey);
  await work.sql.run(sql.unsafe`
    INSERT INTO session (id, key_digest, "user", expires, created, seen, address, agent, method, subject, provider_session, id_token)
    VALUES (gen_random_uuid(), ${digest}, ${userId},
      now() + make_interval(secs => ${secondsOf(work, session)}::double precision), now(), now(),
      ${address.slice(0, 60)}, ${agent.replaceAll('\0', '').slice(0, 300)}, ${method}, ${provider.subject ?? null},
      ${provider.sid ?? null}, ${idToken})`);
}

/** A session that goes on with another key, in a transaction that ends all others of its user. */
export interface KeptSession {
  /** All that is stored of it. */
  row: object;
  /** Seconds it lives still. */
  seconds: number;
}

/** Takes the session of a user out of the way, in the transaction `work` is part of; undefined when they have none of this key. */
export const takeSession = (
  { sql: database }: UnitOfWork,
  userId: string,
  digest: string,
): Promise<KeptSession | undefined> =>
  database.first<KeptSession>(sql.unsafe`
    DELETE FROM session WHERE key_digest = ${digest} AND "user" = ${userId} AND expires > now()
    RETURNING to_jsonb(session) AS row, ceil(extract(epoch FROM expires - now()))::int AS seconds`);

/** Puts it back as it was, under another key. */
export async function putSession({ sql: database }: UnitOfWork, { row }: KeptSession, digest: string): Promise<void> {
  await database.run(sql.unsafe`
    INSERT INTO session SELECT (jsonb_populate_record(NULL::session, ${JSON.stringify({ ...row, key_digest: digest })}::jsonb)).*`);
}

/** Whether a session has been left alone for too long, as SQL. */
const isIdle = ({ engine }: UnitOfWork) => {
  const { idleSeconds } = engine.settings.signIn.session;
  return idleSeconds === 0
    ? sql.fragment`false`
    : sql.fragment`coalesce(session.seen < now() - make_interval(secs => ${idleSeconds}::double precision), false)`;
};

interface SessionRow extends IdentityRow {
  session: string;
  accepted_for: number;
  unnoted: boolean;
}

/** Whose session it is; a 403 when it is over. */
export async function identityBySession(work: UnitOfWork, digest: string): Promise<AcceptedIdentity> {
  const found = await work.sql.first<SessionRow>(sql.unsafe`
    SELECT ${identityColumns}, session.id AS session, ${untilThen(sql.fragment`session.expires`)} AS accepted_for,
      coalesce(session.seen < now() - make_interval(secs => ${noteEvery}::double precision), true) AS unnoted
    FROM session JOIN "user" u ON u.id = session.user
    WHERE session.key_digest = ${digest} AND session.expires > now() AND NOT ${isIdle(work)} AND u.is_active`);
  if (!found) throw refusals.sessionOver();
  if (found.unnoted) await noteUse(work, found.session);
  return acceptedIdentity(found, found.accepted_for);
}

/** Notes that a session is in use; where the database takes no writes, a session stays good for reading all the same. */
async function noteUse({ sql: run, engine }: UnitOfWork, session: string): Promise<void> {
  try {
    await run.run(sql.unsafe`UPDATE session SET seen = now() WHERE id = ${session}`);
  } catch (error) {
    engine.log.warn({ error: String(error) }, 'could not note that a session is in use');
  }
}

/** What ended with a session, for whoever has to be told of it. */
export interface ClosedSession {
  method: string;
  idToken?: string;
}

/** Ends a session; one that is over already is none of our concern. */
export async function closeSession(work: UnitOfWork, digest: string): Promise<ClosedSession | undefined> {
  const closed = await work.sql.first<{ method: string; id_token: string | null }>(
    sql.unsafe`DELETE FROM session WHERE key_digest = ${digest} RETURNING method, id_token`,
  );
  if (!closed) return undefined;
  const { method, id_token } = closed;
  const idToken = id_token === null ? undefined : unsealOwn(id_token, work.engine.settings.secretKey);
  return { method, ...(idToken === undefined ? {} : { idToken }) };
}

/** Ends the sessions that a provider says have ended with it. */
export async function closeProviderSessions(
  { sql: database }: UnitOfWork,
  method: string,
  { subject, sid }: { subject?: string; sid?: string },
): Promise<void> {
  const which =
    sid === undefined
      ? sql.fragment`subject = ${subject ?? ''}`
      : sql.fragment`provider_session = ${sid} AND (${subject ?? null}::text IS NULL OR subject = ${subject ?? null})`;
  await database.run(sql.unsafe`DELETE FROM session WHERE method = ${method} AND ${which}`);
}

/** Whose sessions are asked for: of one user, or, where no user is named, of everybody. */
export interface SessionsAsked {
  userId: string | undefined;
  username?: string | undefined;
  /** The digest of the session that asks. */
  current: string | undefined;
}

/** The most that are listed at a time. */
const mostSessions = 1_000;

/** The sessions that are not over, those used last first. */
export async function sessionsOf(
  work: UnitOfWork,
  { userId, username, current }: SessionsAsked,
): Promise<SessionShown[]> {
  // Nobody has such a name, and PostgreSQL's text cannot hold it.
  if (username?.includes('\0')) return [];
  return work.sql.rows<SessionShown>(sql.unsafe`
    SELECT session.id, u.username, session.created, session.seen, session.expires, session.address, session.agent,
      session.method, session.key_digest = ${current ?? ''} AS current
    FROM session JOIN "user" u ON u.id = session.user
    WHERE session.expires > now() AND NOT ${isIdle(work)}
      AND (${userId ?? null}::uuid IS NULL OR session.user = ${userId ?? null}::uuid)
      AND (${username ?? null}::text IS NULL OR u.username = ${username ?? null})
    ORDER BY session.seen DESC NULLS LAST, session.id LIMIT ${mostSessions}`);
}

/** Ends a session by its id, of one user or, where none is named, of anybody; a 404 when there is none. */
export async function revokeSession(work: UnitOfWork, id: string, userId: string | undefined): Promise<void> {
  const gone = await work.sql.first(sql.unsafe`
    DELETE FROM session WHERE id = ${id} AND (${userId ?? null}::uuid IS NULL OR "user" = ${userId ?? null}::uuid)
    RETURNING id`);
  if (!gone) throw problems.notFound();
}

/** Ends all sessions of a user but one. */
export async function revokeOtherSessions(
  { sql: database }: UnitOfWork,
  userId: string,
  current: string,
): Promise<void> {
  await database.run(sql.unsafe`DELETE FROM session WHERE "user" = ${userId} AND key_digest <> ${current}`);
}
