export { passing } from './bus/composed/passing';
export { setFlag } from './bus/flagReferenced';
export { engineEvents, engineQuestions } from './bus/questions';
export { watchful } from './core/activity';
export * as apiSchema from './core/apiSchema';
export * from './core/ask';
export * from './core/audit';
export * from './core/changeRecord';
export { type Chore, doChores } from './core/chore';
export { jsonObject } from './core/clientKeys';
export { coalesce } from './core/coalesce';
export { elsewhere } from './core/commit';
export {
  type ComposedReply,
  type ComposedSet,
  type ComposedTableReply,
  type FiltersReply,
  setOperators,
} from './core/composedMessages';
export * from './core/engine';
export * from './core/extension';
export { mandatoryFields } from './core/fieldSets';
export { fileTables } from './core/fileTables';
export { demandAsker, gatewayStatement, writersStatement } from './core/gatewayStatement';
export { addError, type Item, withoutErrors } from './core/item';
export type { ManifestReply } from './core/manifestMessages';
export { dropExpiredMarks } from './core/marks';
export { memoize } from './core/memoize';
export { identity, type Protector, type QueryReply, type QueryRequest, viewer } from './core/messages';
export { engineMigrations, migrationsOf } from './core/migrations';
export { tablesOf } from './core/modelTables';
export { moment } from './core/moment';
export { displayOf, hiddenWord, plainTextOf } from './core/naming';
export { isOlder, manifestIn } from './core/neighbours';
export * from './core/objectEndpoint';
export type { PanelBlock, PanelDefinition, PanelFacts, PanelRequest, PanelValue } from './core/panel';
export { perEngine } from './core/perEngine';
export { perTransaction } from './core/perTransaction';
export { referredFrom } from './core/referredFrom';
export { choresOf, extensionsOf, register } from './core/registered';
export { repeatedly } from './core/repeatedly';
export * from './core/scope';
export * from './core/seal';
export * from './core/seedOnce';
export * from './core/service';
export * from './core/syncedDefinitions';
export { column, engineTables, momentType } from './core/tables';
export * from './core/transaction';
export * from './core/unitOfWork';
export type { ValidatedObject, Validator } from './core/validator';
export { asViewer, viewerOf } from './core/viewer';
export { pauseWrites } from './core/writeGate';
export { isWrittenSince, writtenState } from './core/writtenState';
export { comparisons } from './criteria/compare';
export { idArray } from './criteria/keys';
export { checkPattern, unreadablePatterns, withStatementTimeout } from './criteria/patterns';
export { columnOf } from './criteria/toSql';
export { csvPaths, inPortions, writeCsv } from './csv';
export { removeLeftBehind, removeUnreferenced } from './delete/deleteHere';
export { type InTheWay, protectorsAmong } from './delete/inTheWay';
export { ProtectedFromDeletion } from './delete/plan';
export { forgetLostDeletions, lostDeletions, resumePendingDeletions } from './delete/protocol';
export { removeObjects } from './delete/remove';
export { type OpenApiFragment, openApiOf } from './describe';
export { filteredDate } from './filter/compile';
export { matching } from './filter/matching';
export { amongPermitted } from './permissions/amongPermitted';
export { asSeen } from './permissions/asSeen';
export * from './permissions/permissions';
export * from './plan/load';
export { type ReferenceFlag, referenceFlags } from './plan/referenceFlags';
export { shownFields } from './plan/representation';
export { byRequest } from './record/byRequest';
export { goneAmong } from './record/gone';
export { follow, type OutboxPage, pageOf, pruned } from './record/outbox';
export { fileUrl } from './render/fileUrl';
export * from './render/render';
export { findTemplateObjects } from './render/templates/findTemplateObjects';
export { keyOf } from './render/templates/keyOf';
export { renderAbout } from './render/templates/renderAbout';
export { definePanel } from './rest/definePanel';
export { pageLinks, pageText, readPage } from './rest/page';
export { tableHeaders } from './rest/router';
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
export { onChanges } from './sync/onChanges';
export { subscriptionOf } from './sync/subscriptionOf';
export { keepPartitions, type Upkeep } from './upkeep/partitions/keepPartitions';
export { keptSince } from './upkeep/partitions/months';
export { compactRowCounts } from './upkeep/rowCounts';
export { analyseGrownTables } from './upkeep/statistics';
export { dropUnusedFiles, fileContent, keepFiles } from './write/files/contents';
export { type LockedRead, lockedReads } from './write/lockedReads';
export { selectNotBeingDeleted, TargetBeingDeleted } from './write/notBeingDeleted';
export { changeObjects, createObjects, writing } from './write/objects';
export { quoted } from './write/python';
export { findNamed, noSuchId } from './write/references';
export { insertRows, rowType } from './write/rows';
export { savepoint } from './write/savepoint';
export { lockTargets, waitForReferrers } from './write/targetLocks';
export { changeContext, newValues } from './write/writeContext';
export { type ReportProblem, writeValid } from './write/writeValid';
