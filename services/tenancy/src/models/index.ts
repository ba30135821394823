export * from './tenant';
export * from './tenantGroup';
