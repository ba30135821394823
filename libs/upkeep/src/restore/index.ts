export { compareRows, type Difference } from './compareRows';
export { dropDefaults, mergeDefaults } from './defaults';
export { lateFields } from './lateFields';
export { begin, type Defaults, finish, isEmpty, type Progress, progressOf, reach } from './ledger';
export { type Dangling, linkRows } from './linkRows';
export { putRows } from './putRows';
export { isDumpedInFull, readKey, readRow, type Seal, Unreadable } from './readRow';
export { analyseTables, rebuildDerived } from './rebuildDerived';
export { lastPosition, reset, setPositionRead } from './reset';
