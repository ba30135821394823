export { LineError } from './line-error';
export { refuseUnlessEmpty } from './ready-databases';
export { type Restored, type RestoreOptions, restoreFile } from './restore-file';
