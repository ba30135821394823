import { seal, type UnitOfWork, unsealOwn } from '@plumbline/engine';
import { type Sql, sql } from '@plumbline/store';
import { keyColumns } from '../rules/tokens';

/** What is made up for the first administrator where the settings name none. */
export type FirstCredential = 'password' | 'token';

/** Keeps what was made up, sealed, so that a start that fails at its end does not lose it. */
export async function keepFirstCredential(
  { sql: database, engine }: UnitOfWork,
  kind: FirstCredential,
  userId: string,
  text: string,
): Promise<void> {
  await database.run(sql.unsafe`
    INSERT INTO first_credential (kind, user_id, sealed) VALUES (${kind}, ${userId}, ${seal(text, engine.settings.secretKey)})`);
}

/** Whether the user that goes by `u` has been given one that nobody has used yet: a condition in SQL. */
export const isUnused = (kind: FirstCredential): Sql =>
  sql.fragment`EXISTS (SELECT FROM first_credential f WHERE f.kind = ${kind} AND f.user_id = u.id)`;

/** Forgets one that has been used: whoever has it does not have to be told again. */
export async function forgetFirstCredential({ sql: database }: UnitOfWork, kind: FirstCredential): Promise<void> {
  await database.run(sql.unsafe`DELETE FROM first_credential WHERE kind = ${kind}`);
}

/** Forgets the passwords of these users, as a statement: they have others now. */
export const forgetFirstPasswords = (userIds: string[]): Sql =>
  sql.unsafe`DELETE FROM first_credential WHERE kind = 'password' AND user_id = ANY(${sql.array(userIds, 'uuid')})`;

const sentences: Record<FirstCredential, (username: string, text: string) => string> = {
  password: (username, text) => `The password of the first administrator, ${username}: ${text}`,
  token: (username, text) => `The API token of ${username}: ${text}`,
};

/**
 * What the operator has to be told at each start, until it has been used once; a token only while it is there. What was made
 * up under another secret key nobody can tell any more.
 */
export async function untoldCredentials({ sql: database, engine }: UnitOfWork): Promise<string[]> {
  const { secretKey } = engine.settings;
  const rows = await database.rows<{ kind: FirstCredential; sealed: string; username: string }>(sql.unsafe`
    SELECT f.kind, f.sealed, u.username FROM first_credential f JOIN "user" u ON u.id = f.user_id ORDER BY f.kind`);
  const told = rows.flatMap(({ kind, sealed, username }) => {
    const text = unsealOwn(sealed, secretKey);
    return text === undefined ? [] : [{ kind, username, text }];
  });
  const digests = told.filter(({ kind }) => kind === 'token').map(({ text }) => keyColumns(text, secretKey).key_digest);
  const there =
    digests.length > 0 &&
    (await database.first(sql.unsafe`SELECT id FROM token WHERE key_digest = ANY(${sql.array(digests, 'text')})`));
  return told
    .filter(({ kind }) => kind !== 'token' || there)
    .map(({ kind, username, text }) => sentences[kind](username, text));
}
