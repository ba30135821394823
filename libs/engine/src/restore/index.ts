export { dropDefaults, mergeDefaults } from './defaults';
export { lateFields } from './lateFields';
export { begin, type Defaults, finish, isEmpty, type Progress, progressOf, reach } from './ledger';
export { type Dangling, linkRows } from './linkRows';
export { putRows } from './putRows';
export { isToldInFull, readKey, readRow, type Seal, Unreadable } from './readRow';
export { haveRead, lastPosition, reset } from './reset';
export { keepUp, takeStock } from './takeStock';
