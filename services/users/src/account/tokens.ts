import { createObjects, removeObjects, type UnitOfWork, writing } from '@plumbline/engine';
import { problems, type TokenShown } from '@plumbline/http';
import { sql } from '@plumbline/store';
import type { IdentityRow } from '../identity/identityRow';
import { Token } from '../models';
import { asThemselves } from './asThemselves';

/** What can be said of a new token. */
export interface TokenWanted {
  key: string;
  description?: string;
  expires?: string;
  write_enabled?: boolean;
}

const columns = sql.fragment`id, description, key_ending, created, expires, write_enabled,
  coalesce(expires < now(), false) AS expired`;

/** The tokens of a user, oldest first. */
export const tokensOf = ({ sql: database }: UnitOfWork, userId: string): Promise<TokenShown[]> =>
  database.rows<TokenShown>(sql.unsafe`SELECT ${columns} FROM token WHERE "user" = ${userId} ORDER BY created, id`);

/** Makes a token for a user, under the rules that hold for all; its key is whoever's who made it up. */
export async function addToken(work: UnitOfWork, user: IdentityRow, wanted: TokenWanted): Promise<TokenShown> {
  return writing(asThemselves(work, user), async (inner) => {
    const [token] = await createObjects(inner, Token, [wanted], { errors: 'single' });
    const shown = await inner.sql.first<TokenShown>(
      sql.unsafe`SELECT ${columns} FROM token WHERE id = ${token!.id as string}`,
    );
    return shown!;
  });
}

/** Ends a token of a user; a 404 when they have none of this id. */
export async function revokeToken(work: UnitOfWork, user: IdentityRow, id: string): Promise<void> {
  const removed = await removeObjects(asThemselves(work, user), Token, [id]);
  if (removed === 0) throw problems.notFound();
}
