export { type CertificateFault, certificateFault } from './certificateFault';
export { makeDataFolder, unusableDataFolder } from './dataFolder';
export {
  databaseUrlOf,
  fileVariable,
  readReplicaUrlOf,
  serviceUrlVariable,
  signInSecrets,
} from './definitions';
export { usernamePattern } from './definitions/accounts';
export { demandFiles } from './demandFiles';
export { describeKnownNames, describeSettings } from './describeSettings';
export {
  brokerPurpose,
  credentialPurposes,
  csrfPurpose,
  digestWith,
  isPartKeys,
  keyFor,
  type Part,
  partKeys,
  partsAmong,
  purposesOf,
  rolePurpose,
  sealWith,
  statementPurpose,
  ticketPurpose,
  unsealWith,
} from './keys';
export { makeFolder } from './makeFolder';
export { nearest } from './nearest';
export { noOption, settingOptions } from './options';
export { isOwnVariable } from './ownVariables';
export { addressOf, defaultPort, gatewayAddress } from './ports';
export { type Environment, readSettings } from './readSettings';
export { borrowSecretKey, demandSecretKey, ensureSecretKey, hasSecretKey } from './secretKey';
export * from './settings';
export { liesInSettings, SettingsError } from './settingsError';
export type { LdapSettings, OidcSettings, ProxySettings, SamlSettings, SignInMethodSettings } from './signIn';
export { readTlsParameters, type SslMode, sslModes, type TlsParameters, tlsComplaint } from './tlsParameters';
