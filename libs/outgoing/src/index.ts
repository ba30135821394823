export * from './addressRefusal';
export * from './guardedAgents';
export * from './guardedFetch';
export * from './guardedLookup';
export * from './guardedSocket';
export * from './outgoingError';
export * from './sendRequest';
export * from './withinTime';
