export { gatewayBusUse } from './busUse';
export type { Application, Catalog, Endpoint, ExtraUrl, ModelFacts, RelationFacts } from './catalog';
export { createGateway, type Gateway, type GatewayLimits, type GatewayParts } from './gateway';
export type { Health } from './health';
export { gatewayEvents, gatewayQuestions } from './messages';
export { type Fragment, inlineParameters, mergeFragments, type OpenApiDocument } from './openapi/document';
export { ownPaths } from './openapi/ownPaths';
export type { ServiceConnection } from './services/serviceConnection';
export { describedViews } from './views/describedViews';
