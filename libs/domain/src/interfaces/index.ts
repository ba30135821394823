export * from './interfaceModes';
export * from './interfaceVlans';
