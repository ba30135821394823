export { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres';
export { catalogAmong } from '@plumbline/serving';
export { ownServices } from './start/services';
export { findProgram } from './supervisor/findProgram';
