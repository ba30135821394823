export { type Address, readAddress } from './connect/address';
export { isAtWork, processTable, startHeartbeat } from './connect/heartbeat';
export { type DatabaseOptions, openDatabase } from './connect/openDatabase';
export { type LibraryPoolOptions, openLibraryPool } from './connect/openLibraryPool';
export { openWithAnswers } from './connect/openWithAnswers';
export { TlsProblem } from './connect/tlsProblem';
export { DatabaseProblem, unusableDatabase } from './connect/unusableDatabase';
export { type Connection, withConnection } from './connect/withConnection';
export * from './database';
export * from './databaseErrors';
export { plainRow } from './fast/sentRow';
export { isUpToDate, type UpToDateOptions } from './provision/isUpToDate';
export {
  type MigrateOptions,
  type MigrationFolder,
  migrate,
  type StrangeMigrations,
  strangeMigrations,
  unappliedMigrations,
} from './provision/migrate';
export { provideSchema } from './provision/provideSchema';
export {
  asService,
  checkAddress,
  checkRole,
  type ProvisionOptions,
  provisionService,
  type RoleOptions,
  roleOf,
} from './provision/provisionService';
export { queueSchema } from './provision/queueSchema';
export { openReplicas, type Replicas } from './replicas/replicas';
export { cachingRows, notCachingRows, RowCache } from './rowCache';
export { asPostgresSpells } from './schema/asPostgresSpells';
export { checkSchema, draftMigrationOf } from './schema/checkSchema';
export { compareSchema, type Difference, describeDifference } from './schema/compareSchema';
export { draftMigration } from './schema/draftMigration';
export { literal } from './schema/identifier';
export { readSchema } from './schema/readSchema';
export { sequence, sql } from './sql';
export { allAtOnce } from './statements/allAtOnce';
export { givenRows } from './statements/givenRows';
export { inLine, type Places, type PlacesOfKinds } from './statements/lines';
export { lockedInOrder, lockName, locksInOrder } from './statements/locksInOrder';
export { sideBySide } from './statements/sideBySide';
export { compile, type Statement, textOf } from './statements/statement';
export * from './table';
