import type { AccountPage, AccountParts } from './accountPage';
import { createFactorsPage } from './factors';
import { createPasswordPage } from './password';
import { createProfilePage } from './profile';
import { createSessionsPage } from './sessions';
import { createTokensPage } from './tokens';

/** The pages about one's own account, by what they are about. */
export type AccountPages = Record<'profile' | 'password' | 'tokens' | 'sessions' | 'factors', AccountPage>;

export const createAccountPages = (parts: AccountParts): AccountPages => ({
  profile: createProfilePage(parts),
  password: createPasswordPage(parts),
  tokens: createTokensPage(parts),
  sessions: createSessionsPage(parts),
  factors: createFactorsPage(parts),
});
