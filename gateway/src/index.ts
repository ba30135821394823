export type { Catalog, Endpoint, Outlying } from './catalog';
export { createGateway, type Gateway, type GatewayLimits, type GatewayParts } from './gateway';
export type { Health } from './health';
export { mergeFragments } from './openapi/document';
export type { ServiceDoor } from './services/service-door';
