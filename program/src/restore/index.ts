export { LineError } from './lineError';
export { refuseUnlessEmpty } from './readyDatabases';
export { isRestored, type Restored, type RestoreOptions, restoreFile } from './restoreFile';
