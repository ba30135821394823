export { databaseUrlOf, defaultPort, fileVariable, readReplicaUrlOf, secretVariables } from './definitions';
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
export { nearest } from './nearest';
export { type Environment, readSettings } from './readSettings';
export { ensureSecretKey } from './secretKey';
export * from './settings';
export { SettingsError } from './settingsError';
export { readTlsParameters, type SslMode, sslModes, type TlsParameters, tlsComplaint } from './tlsParameters';
