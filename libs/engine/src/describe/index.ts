export { type Describing, describeEndpoint } from './describeEndpoint';
export * from './openapi';
export { relationDefaults } from './relationDefaults';
