import type { LdapSettings } from '@plumbline/config';
import type { SignInMethod } from '../method';
export const ldapMethod = (settings: LdapSettings): SignInMethod => ({
  kind: 'ldap',
  label: settings.label ?? 'the directory',
  policy: settings,
});
