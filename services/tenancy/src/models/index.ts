// Written by `npm run generate`.
export * from './tenant';
export * from './tenantGroup';
