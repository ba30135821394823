export {
  type Application,
  asMessage,
  type Endpoint,
  type ExtraUrl,
  type MenuEntry,
  type ModelFacts,
  type Plugin,
  type RelationFacts,
} from './application';
export {
  applicationName,
  applicationNames,
  bringUpToDate,
  migrationsOfOthers,
  namedServer,
  onlyReads,
  pendingMigrations,
  provideDatabases,
  provideRole,
  reachDatabase,
  reachQueue,
  replicaUrls,
  rolesOf,
  type Server,
  type ServiceDatabases,
  type StoredService,
} from './databases';
export { drainMilliseconds } from './drain';
export { handOut } from './handOut';
export { type KnownService, knownServiceFile, knownServices } from './knownServices';
export { openNatsBus } from './natsBus';
export { observed, observedDatabases } from './observed';
export { handedTo, keysOfPart, recipientsAmong } from './partKeys';
export { processMetrics } from './processMetrics';
