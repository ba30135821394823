export * from './audit';
export * from './dump';
export * from './restore';
