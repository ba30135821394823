export { dumpLines, endpointOf } from './lines';
export { dependencyOrder } from './order';
export { completePendingWork, isUpToDateWith, nothingPending } from './pendingWork';
export { type Snapshot, takeSnapshot } from './snapshot';
