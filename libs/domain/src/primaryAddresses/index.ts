export * from './addressHost';
export * from './hasPrimaryAddress';
export * from './leaveHost';
export * from './loseAssignments';
export * from './loseInterfaces';
export * from './namedAddresses';
export * from './primaryAddressesAreOwn';
