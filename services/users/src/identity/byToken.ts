import type { UnitOfWork } from '@plumbline/engine';
import type { Identity } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { forgetFirstCredential, isUnused } from './firstCredentials';
import { type IdentityRow, identityColumns, identityOf } from './identityRow';
import { refusals } from './refusals';

interface TokenRow extends IdentityRow {
  write_enabled: boolean;
  expired: boolean;
  unused: boolean;
}

/** Whose token has this digest; a 403 that says why it is not accepted. */
export async function identityByToken(work: UnitOfWork, digest: string): Promise<Identity> {
  const found = await work.sql.first<TokenRow>(sql.unsafe`
    SELECT ${identityColumns}, token.write_enabled, coalesce(token.expires < now(), false) AS expired,
      ${isUnused('token')} AS unused
    FROM token JOIN "user" u ON u.id = token.user WHERE token.key_digest = ${digest}`);
  if (!found) throw refusals.unknownToken();
  if (found.expired) throw refusals.tokenExpired();
  if (!found.is_active) throw refusals.userInactive();
  if (found.unused) await forgetFirstCredential(work, 'token');
  return identityOf(found, found.write_enabled);
}
