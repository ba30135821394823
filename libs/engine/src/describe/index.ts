export { type Describing, describeEndpoint } from './describeEndpoint';
export { type OpenApiFragment, openApiOf } from './openapi/openApiOf';
export { relationDefaults } from './relationDefaults';
