export { LineError } from './line-error';
export { type Restored, type RestoreOptions, restoreFile } from './restore-file';
