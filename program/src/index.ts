export { catalogAmong } from '@plumbline/serving';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres';
export { ownServices } from './start/services';
export { findProgram } from './supervisor/findProgram';
