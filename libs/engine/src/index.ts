export { askHealth, type ServiceHealth } from './bus/askHealth';
export { passing } from './bus/composed/passing';
export { setFlag } from './bus/flagReferenced';
export { engineEvents, engineQuestions } from './bus/questions';
export * as apiSchema from './core/apiSchema';
export { watchful } from './core/background/activity';
export { type Chore, doChores } from './core/background/chore';
export { coalesce } from './core/background/coalesce';
export { databaseClock } from './core/background/databaseClock';
export { moment } from './core/background/moment';
export { repeatedly } from './core/background/repeatedly';
export { visitYielding } from './core/background/visitYielding';
export * from './core/changeRecord';
export { dropExpiredMarks } from './core/deletions/marks';
export { referredFrom } from './core/deletions/referredFrom';
export * from './core/engine';
export * from './core/extensions/audit';
export * from './core/extensions/extension';
export * from './core/extensions/objectEndpoint';
export type { PanelBlock, PanelDefinition, PanelFacts, PanelRequest, PanelValue } from './core/extensions/panel';
export { choresOf, extensionsOf, register } from './core/extensions/registered';
export * from './core/extensions/syncedDefinitions';
export type { ValidatedObject, Validator } from './core/extensions/validator';
export { mandatoryFields } from './core/fieldSets';
export { groupedBy } from './core/groupedBy';
export { addError, type Item, withoutErrors } from './core/item';
export { memoize } from './core/kept/memoize';
export { perEngine } from './core/kept/perEngine';
export * from './core/messages/ask';
export { jsonObject } from './core/messages/clientKeys';
export {
  type ComposedReply,
  type ComposedSet,
  type ComposedTableReply,
  type FiltersReply,
  setOperators,
} from './core/messages/composedMessages';
export { demandAsker, gatewayStatement, writersStatement } from './core/messages/gatewayStatement';
export type { ManifestReply } from './core/messages/manifestMessages';
export { identity, type Protector, type QueryReply, type QueryRequest, viewer } from './core/messages/messages';
export { isOlder, manifestIn } from './core/messages/neighbours';
export { displayOf, hiddenWord, plainTextOf } from './core/naming';
export * from './core/scope';
export * from './core/seal';
export * from './core/service';
export { fileTables } from './core/tables/fileTables';
export { isHalfRestored } from './core/tables/isHalfRestored';
export { engineMigrations, migrationsOf } from './core/tables/migrations';
export { tablesOf } from './core/tables/modelTables';
export * from './core/tables/seedOnce';
export { column, engineTables, momentType } from './core/tables/tables';
export { elsewhere } from './core/transactions/commit';
export { perTransaction } from './core/transactions/perTransaction';
export * from './core/transactions/transaction';
export { pauseWrites } from './core/transactions/writeGate';
export { isWrittenSince, writtenState } from './core/transactions/writtenState';
export * from './core/unitOfWork';
export { asViewer, viewerOf } from './core/viewer';
export { comparisons } from './criteria/compare';
export { idArray } from './criteria/keys';
export { checkPattern, unreadablePatterns, withStatementTimeout } from './criteria/patterns';
export { columnOf } from './criteria/toSql';
export { csvPaths, inPortions, lineEnds, writeCsv } from './csv';
export { removeLeftBehind, removeUnreferenced } from './delete/deleteHere';
export { type InTheWay, protectorsAmong } from './delete/inTheWay';
export { ProtectedFromDeletion } from './delete/plan';
export { forgetLostDeletions, lostDeletions, resumePendingDeletions } from './delete/protocol';
export { removeObjects } from './delete/remove';
export { type OpenApiFragment, openApiOf } from './describe';
export { filteredDate } from './filter/compile';
export { matching, meansNothing } from './filter/matching';
export { keepPartitions, type PartitionChanges } from './housekeeping/partitions/keepPartitions';
export { keptSince } from './housekeeping/partitions/months';
export { compactRowCounts } from './housekeeping/rowCounts';
export { analyseGrownTables } from './housekeeping/statistics';
export { amongPermitted } from './permissions/amongPermitted';
export { asSeen } from './permissions/asSeen';
export { viewable } from './permissions/hiding';
export * from './permissions/permissions';
export * from './plan/load';
export { type ReferenceFlag, referenceFlags } from './plan/referenceFlags';
export { shownFields } from './plan/representation';
export { byRequest } from './record/byRequest';
export { goneAmong } from './record/gone';
export { newest, type OutboxPage, pruned } from './record/outbox';
export { fileUrl } from './render/fileUrl';
export * from './render/render';
export { findTemplateObjects } from './render/templates/findTemplateObjects';
export { keyOf } from './render/templates/keyOf';
export { renderAbout } from './render/templates/renderAbout';
export { definePanel } from './rest/definePanel';
export { pageLinks, pageText, readPage } from './rest/page';
export { busUses } from './runtime/busUse';
export { catalogOf, catalogOfManifests } from './runtime/catalogOf';
export * from './runtime/runtime';
export {
  type CatalogedService,
  type ServiceManifest,
  serviceManifestOf,
  type VersionedManifest,
} from './runtime/serviceManifest';
export { createDefinitions, type Definitions } from './sync/definitions';
export { follow, readOutboxOf } from './sync/follow';
export { onChanges } from './sync/onChanges';
export { subscriptionOf } from './sync/subscriptionOf';
export { dropUnusedFiles, fileContent, keepFiles } from './write/files/contents';
export { wasAnswered } from './write/idempotency/idempotency';
export { holdForReferrer } from './write/locks/holdForReferrer';
export { type LockedRead, lockedReads } from './write/locks/lockedReads';
export { lockLiving } from './write/locks/lockLiving';
export { TargetBeingDeleted } from './write/locks/notBeingDeleted';
export { savepoint } from './write/locks/savepoint';
export { waitForReferrers } from './write/locks/targetLocks';
export { changeObjects, createObjects, type WritingOptions, writing } from './write/objects';
export { quoted } from './write/python';
export { findNamed, noSuchId } from './write/references/references';
export { insertRows, rowType } from './write/stages/rows';
export { changeContext, newValues } from './write/writeContext';
export { type ReportProblem, writeValid } from './write/writeValid';
