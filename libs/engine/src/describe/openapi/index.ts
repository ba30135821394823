export { type OpenApiFragment, openApiOf } from './openApiOf';
export * as apiSchema from './schema';
