import { keyedDigest, type Work } from '@plumbline/engine';
import type { Identity } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { tokenPurpose } from '../rules/tokens';
import { type IdentityRow, identityColumns, identityOf } from './identityRow';
import { refusals } from './refusals';

interface TokenRow extends IdentityRow {
  write_enabled: boolean;
  expired: boolean;
}

/** Whose token it is; a 403 that says why it is not accepted. */
export async function identityByToken({ engine, sql: database }: Work, key: string): Promise<Identity> {
  const digest = keyedDigest(key, engine.settings.secretKey, tokenPurpose);
  const found = await database.first<TokenRow>(sql.unsafe`
    SELECT ${identityColumns}, token.write_enabled, coalesce(token.expires < now(), false) AS expired
    FROM token JOIN "user" u ON u.id = token.user WHERE token.key_digest = ${digest}`);
  if (!found) throw refusals.unknownToken();
  if (found.expired) throw refusals.tokenExpired();
  if (!found.is_active) throw refusals.userInactive();
  return identityOf(found, found.write_enabled);
}
