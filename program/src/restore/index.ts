export { LineError } from './line-error';
export { restoreFile } from './restore-file';
