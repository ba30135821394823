export { hasEmbeddedServer } from './hasServer';
export { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './startEmbeddedPostgres';
