export { defaultPort, fileVariable, secretVariables } from './definitions';
export { describeKnownNames, describeSettings } from './describe-settings';
export { type Environment, readSettings } from './read-settings';
export { ensureSecretKey } from './secret-key';
export * from './settings';
export { SettingsError } from './settings-error';
