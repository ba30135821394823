export { dumpLines, endpointOf } from './lines';
export { dependencyOrder } from './order';
export { type Snapshot, takeSnapshot } from './snapshot';
export { hasTakenIn, isAtWork, isSettled, settle, shutGate } from './standstill';
