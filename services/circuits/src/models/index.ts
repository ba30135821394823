// Written by `npm run generate`.
export * from './circuit';
export * from './circuitTermination';
export * from './circuitType';
export * from './provider';
export * from './providerNetwork';
