// Written by `npm run generate`.
export * from './cluster';
export * from './clusterGroup';
export * from './clusterType';
export * from './virtualMachine';
export * from './vmInterface';
