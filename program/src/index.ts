export { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres';
export { catalogAmong } from './start/catalogs';
export { ownServices } from './start/services';
export { findProgram } from './supervisor/findProgram';
