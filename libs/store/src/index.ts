export { allAtOnce } from './allAtOnce';
export { type Address, readAddress } from './connect/address';
export { TlsProblem } from './connect/tlsProblem';
export { DatabaseProblem, unusableDatabase } from './connect/unusableDatabase';
export * from './database';
export * from './databaseErrors';
export { plainRow } from './fast/sentRow';
export { givenRows } from './givenRows';
export { isAtWork, processTable, startHeartbeat } from './heartbeat';
export { isUpToDate, type UpToDateOptions } from './isUpToDate';
export { inLine, type Places, type PlacesOfKinds } from './lines';
export { lockedInOrder, lockName, locksInOrder } from './locksInOrder';
export { type MigrateOptions, type MigrationFolder, migrate, unappliedMigrations } from './migrate';
export { type DatabaseOptions, openDatabase } from './openDatabase';
export { type LibraryPoolOptions, openLibraryPool } from './openLibraryPool';
export { openWithAnswers } from './openWithAnswers';
export { provideSchema } from './provideSchema';
export {
  asService,
  checkLogin,
  type ProvisionOptions,
  provisionService,
  type RoleOptions,
  roleOf,
} from './provisionService';
export { queueSchema } from './queueSchema';
export { openReplicas, type Replicas } from './replicas';
export { forgetting, RowMemory, remembering } from './rowMemory';
export { asPostgresSpells } from './schema/asPostgresSpells';
export { checkSchema, draftMigrationOf } from './schema/checkSchema';
export { compareSchema, type Difference, describeDifference } from './schema/compareSchema';
export { draftMigration } from './schema/draftMigration';
export { readSchema } from './schema/readSchema';
export { sideBySide } from './sideBySide';
export { sequence, sql } from './sql';
export { compile, type Statement, textOf } from './statement';
export * from './table';
export { type Connection, withConnection } from './withConnection';
