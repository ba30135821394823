import type { SamlSettings } from '@plumbline/config';
import type { SignInMethod } from '../method';
export const samlMethod = (settings: SamlSettings): SignInMethod => ({
  kind: 'saml',
  label: settings.label ?? settings.key,
  policy: settings,
});
