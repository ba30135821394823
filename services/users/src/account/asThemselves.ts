import type { UnitOfWork } from '@plumbline/engine';
import { type IdentityRow, identityOf } from '../identity/identityRow';

/**
 * The same work in somebody's name, for what everybody may do with what is their own: no permission is asked for, and
 * models that show everybody their own alone (tokens) show theirs.
 */
export const asThemselves = (work: UnitOfWork, user: IdentityRow): UnitOfWork => ({
  ...work,
  scope: { ...work.scope, identity: { ...identityOf(user), isSuperuser: true } },
});
