export * from './interfaceModes';
export * from './interfaceVlans';
export * from './naturalizeInterface';
