export { signInNames } from './knownSignIn';
export type { LdapSettings } from './ldapSettings';
export type { OidcSettings } from './oidcSettings';
export type { ProxySettings } from './proxySettings';
export { signInMethods } from './readSignIn';
export type { SamlSettings } from './samlSettings';
export type { SignInMethodSettings } from './signInDocument';
