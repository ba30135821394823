export * from './addressRefusal';
export * from './guardedAgents';
export * from './guardedLookup';
export * from './guardedSocket';
export * from './outgoingError';
export * from './sendRequest';
