import type { UnitOfWork } from '@plumbline/engine';
import type { AcceptedIdentity } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { forgetFirstCredential, isUnused } from './firstCredentials';
import { acceptedIdentity, type IdentityRow, identityColumns, untilThen } from './identityRow';
import { refusals } from './refusals';

interface TokenRow extends IdentityRow {
  write_enabled: boolean;
  accepted_for: number | null;
  unused: boolean;
}

/** Whose token has this digest; a 403 that says why it is not accepted. */
export async function identityByToken(work: UnitOfWork, digest: string): Promise<AcceptedIdentity> {
  const found = await work.sql.first<TokenRow>(sql.unsafe`
    SELECT ${identityColumns}, token.write_enabled, ${untilThen(sql.fragment`token.expires`)} AS accepted_for,
      ${isUnused('token')} AS unused
    FROM token JOIN "user" u ON u.id = token.user WHERE token.key_digest = ${digest}`);
  if (!found) throw refusals.unknownToken();
  if (found.accepted_for !== null && found.accepted_for < 0) throw refusals.tokenExpired();
  if (!found.is_active) throw refusals.userInactive();
  if (found.unused) await forgetFirstCredential(work, 'token');
  return acceptedIdentity(found, found.accepted_for, found.write_enabled);
}
