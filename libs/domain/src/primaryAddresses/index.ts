export * from './addressHost';
export * from './hasPrimaryAddress';
export * from './leaveHost';
export * from './loseAddresses';
export * from './loseInterfaces';
export * from './lostAddresses';
export * from './namedAddresses';
export * from './primaryAddressesAreOwn';
