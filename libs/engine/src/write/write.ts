import { type FieldErrors, problems } from '@plumbline/http';
import { type Criteria, isEverything, type Model, type Row, type WriteContext } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { modelReader, select } from '../core/ask';
import { ownModel, type UnitOfWork } from '../core/engine';
import type { ExtensionWrite } from '../core/extension';
import { addError, type Item, parsed, type WriteMode, withoutErrors } from '../core/item';
import { moment } from '../core/moment';
import { extensionsOf } from '../core/registered';
import { asViewer } from '../core/viewer';
import { idArray } from '../criteria/keys';
import { localize } from '../criteria/localize';
import { boundedBy, withStatementTimeout } from '../criteria/patterns';
import { toSql } from '../criteria/toSql';
import { matching } from '../filter/matching';
import { gatheredPaths } from '../plan/foreseen';
import { loadByIds, loadWritten } from '../plan/load';
import { recordChanges, recordEvents } from '../record/record';
import { askValidators } from './askValidators';
import { blockReferrers, claimBlocks } from './blockReferrers';
import { takeClientIds } from './clientIds';
import { keepFiles } from './files/contents';
import { takeFiles } from './files/takeFiles';
import { hideNames, ReadByRules } from './hideNames';
import { leaveOutDecided, readBody } from './readBody';
import { resolveReferences } from './references';
import { composeRows, deriveColumns, insertionOf, updateOf } from './rows';
import { selectShared } from './selectShared';
import { waitForReferrers } from './targetLocks';
import { verifyTargets } from './targets';
import { mendSubtrees, placeInTree } from './tree';
import { checkUnique, releaseValues } from './unique';
import type { Asked } from './widerLocks';

/** How what is wrong with a list of items is told: one map, a list beside the request's, or the first one's map. */
export type ErrorShape = 'single' | 'list' | 'first';

export interface WriteOptions {
  mode: WriteMode;
  errors: ErrorShape;
  /** How many objects the request lists; there may be fewer items, each of which knows its place. */
  listed: number;
  /** Objects the caller may end up with; checked when all is written. */
  permitted: Criteria;
  /** The bodies are rows of a table. */
  fromTable?: boolean;
  /** Locks that have been asked for, and are waited for with those on targets. */
  locks?: Asked;
}

/**
 * The writing pipeline: parse → resolve relations → verify targets → compose → prepare → validate (the rules of others on the model last) → write → effects →
 * permission check → record → what extensions do after it. Runs inside a transaction, for any number of items with a constant number
 * of statements. Answers the written rows, loaded to be shown, in the items' order; throws a 400 that says what is
 * wrong with each.
 */
export async function writeItems(work: UnitOfWork, model: Model, items: Item[], options: WriteOptions): Promise<Row[]> {
  if (!asViewer(work).viewer) return writtenItems(work, model, items, options);
  const read = new ReadByRules();
  try {
    return await writtenItems(work, model, items, options, read);
  } catch (error) {
    throw await hideNames(work, model, items, read, error);
  }
}

async function writtenItems(
  work: UnitOfWork,
  model: Model,
  items: Item[],
  options: WriteOptions,
  read?: ReadByRules,
): Promise<Row[]> {
  const now = moment();
  const context = writeContext(work, now, read);
  for (const item of items) readBody(work, model, item, options.mode);
  takeFiles(model, items, work.engine.settings.uploadBytes);
  const added = extensionsOf(work.engine)
    .of(model)
    .flatMap((extension) => extension.readInput?.(work, model, parsed(items)) ?? []);
  await resolveReferences(work, model, items);
  for (const each of added) await each.resolve?.();
  await Promise.all([verifyTargets(work, model, items), ...(options.locks ?? [])]);
  leaveOutDecided(model, items, options.mode);
  await composeRows(work, model, parsed(items), now);
  await takeClientIds(work, model, parsed(items), options.fromTable ?? false);
  await checkUnique(work, model, parsed(items), 'field');
  await checkUnique(work, model, withoutErrors(items), 'serializer');
  await runRules(model.prepare, items, context);
  deriveColumns(model, withoutErrors(items));
  placeInTree(model, items);
  for (const each of added) await each.check?.(items);
  await validateItems(work, model, withoutErrors(items), added, context);
  refuse(items, options);
  await askValidators(work, model, items);
  refuse(items, options);

  for (const effect of model.beforeSave) await effect(items, context);
  await keepFiles(
    work,
    items.flatMap((item) => Object.values(item.files)),
  );
  const written =
    options.mode === 'create'
      ? insertionOf(work, model, items)
      : updateOf(work, model, items, await releaseValues(work, model, items));
  const effects = model.afterSave.filter(({ concerns }) => !concerns || items.some(concerns));
  const ids = items.map((item) => item.row.id as string | number);
  // Where nothing is to be done in between, the rows are read by the statement that writes them, or else behind it in the
  // same round trip.
  const inBetween = model.tree !== undefined || effects.length > 0;
  const allNew = items.every(isNew);
  const loading = {
    referredToBy: allNew ? nobody : undefined,
    unreferenced: allNew && !areRelated(model, items),
    paths: gatheredPaths(model),
  };
  let loaded = written && !inBetween ? await loadWritten(work, model, written, loading) : undefined;
  const writing = written && !loaded ? work.sql.run(sql.unsafe`${written}`) : undefined;
  writing?.catch(() => undefined);
  if (inBetween || !isEverything(options.permitted)) await writing;
  await mendSubtrees(work, model, items);
  refuse(items, options);
  for (const effect of effects)
    for (const [index, verdict] of ((await effect(items, context)) ?? []).entries())
      if (verdict) addError(items[index]!, verdict);
  refuse(items, options);
  await checkPermitted(work, model, ids, options.permitted);
  if (!loaded) [, loaded] = await Promise.all([writing, loadByIds(work, model, ids, true, loading)]);
  const rows = inOrder(ids, loaded);
  await recordChanges(work, model, rows, options.mode === 'create' ? 'create' : 'update');
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const each of added) await each.afterWrite?.(byId);
  await claimBlocks(work);
  return withEchoes(model, items, rows);
}

/** What the contract shows as it was sent although nothing of it is kept. */
function withEchoes(model: Model, items: Item[], rows: Row[]): Row[] {
  const echoed = Object.keys(model.fields).filter((name) => model.fields[name]!.options.echoed);
  if (echoed.length === 0) return rows;
  return rows.map((row, index) => {
    const { sent } = items[index]!;
    const names = echoed.filter((name) => Object.hasOwn(sent, name));
    return { ...row, ...Object.fromEntries(names.map((name) => [name, sent[name]])) };
  });
}

export function writeContext(work: UnitOfWork, now: string, read?: ReadByRules): WriteContext {
  const { identity, requestId } = work.scope;
  const questions = modelReader(work);
  return {
    tx: work.sql,
    bounded: withStatementTimeout(work).sql,
    ...(work.memory && { memory: work.memory }),
    identity,
    requestId,
    secretKey: work.engine.settings.secretKey,
    newPassword: work.engine.settings.signIn.password,
    now,
    ...questions,
    lookBack: async (targets, label, criteria, values = []) => {
      const waitForReferrersOf = { label: targets.label, ids: targets.ids as (string | number)[] };
      const rows = await select(work, label, criteria, { values, waitForReferrersOf });
      read?.add(label, rows);
      return rows;
    },
    ...(read ? { select: noting(questions.select, read) } : {}),
    alsoRead: (label, rows) => read?.add(label, rows),
    hold: (label, criteria, values = []) => selectShared(work, label, criteria, values),
    newValues: (label) => newValues(work, label),
    passing: (label, filter, ids) => matching(work, label, filter, ids),
    nameOf: (label) => {
      const manifest = work.engine.catalog.find(label);
      return manifest ? `${manifest.app}.${manifest.className}` : label;
    },
    contentTypeName: (label) => work.engine.catalog.contentTypeName(label),
    blockReferrers: (label, ids) => blockReferrers(work, label, ids),
    waitForReferrers: (label, ids) => waitForReferrers(work, new Map([[label, ids]])),
    alsoChanged: (label, ids) => recordUpdates(work, label, ids),
    emit: (label, events) => recordEvents(work, ownModel(work.engine, label)!, events),
  };
}

/** Values of columns of a new object of a model of this service, as far as extensions have such. */
export async function newValues(work: UnitOfWork, label: string): Promise<Row> {
  const extensions = extensionsOf(work.engine).of(ownModel(work.engine, label)!);
  const values: Row = {};
  for (const extension of extensions) Object.assign(values, await extension.newValues?.(work, label));
  return values;
}

/** Notes what rules read, where what they say of it may be for others to know. */
const noting =
  (select: WriteContext['select'], read: ReadByRules): WriteContext['select'] =>
  async (label, criteria, values) => {
    const rows = await select(label, criteria, values);
    read.add(label, rows);
    return rows;
  };

/** Tells the change log that these objects of a model of this service were changed in the transaction of `work`. */
async function recordUpdates(work: UnitOfWork, label: string, ids: string[]): Promise<void> {
  const model = ownModel(work.engine, label)!;
  await recordChanges(work, model, await loadByIds(work, model, ids, true), 'update');
}

/** What effects can reach, for changes that are made without a request for them. */
export const changeContext = (work: UnitOfWork): WriteContext => writeContext(work, moment());

/**
 * Model rules, of which those of extensions come first, and the model's own uniqueness are told together
 * (docs/contract/errors.md).
 */
async function validateItems(
  work: UnitOfWork,
  model: Model,
  items: Item[],
  added: readonly ExtensionWrite[],
  context: WriteContext,
): Promise<void> {
  for (const each of added) await each.complete?.(items);
  await runRules(model.validate, withoutErrors(items), context, true);
  await checkUnique(work, model, items, 'model');
}

async function runRules(
  rules: Model['validate'],
  items: Item[],
  context: WriteContext,
  together = false,
): Promise<void> {
  for (const rule of rules) {
    const candidates = together ? items : withoutErrors(items);
    const verdicts = await rule(candidates, context);
    for (const [index, verdict] of verdicts.entries()) if (verdict) addError(candidates[index] as Item, verdict);
  }
}

/** Throws when anything is wrong with any item. */
function refuse(items: Item[], { errors: shape, listed }: WriteOptions): void {
  const failed = items.filter((item) => item.errors !== undefined);
  if (failed.length === 0) return;
  if (shape !== 'list') throw problems.fields(failed[0]!.errors!);
  const told: (FieldErrors | string[])[] = Array.from({ length: listed }, () => ({}));
  for (const { index, body, errors } of failed) told[index] = body === null ? ['This field may not be null.'] : errors!;
  throw problems.list(told);
}

/** After the write every object must still be one the caller may have (docs/contract/requests.md). */
async function checkPermitted(
  work: UnitOfWork,
  model: Model,
  ids: (string | number)[],
  permitted: Criteria,
): Promise<void> {
  if (isEverything(permitted)) return;
  const condition = toSql(work.engine, { model, alias: 't' }, await localize(work, model, permitted));
  const key = idArray(model, ids);
  const counted = await boundedBy(work, permitted).sql.first<{ n: number }>(
    sql.unsafe`SELECT count(*) AS n FROM ${sql.identifier([model.name])} t WHERE t.id = ANY(${key}) AND ${condition}`,
  );
  if (Number(counted?.n) !== new Set(ids).size) throw problems.forbidden();
}

/** Whether nobody can have heard of an object: it is new, and no client chose its id. */
const isNew = ({ before, body }: Item): boolean => !before && (body as { id?: unknown }).id === undefined;

const nobody: ReadonlySet<string> = new Set();

/** Whether one of several new objects refers to another one of them, as rules may have it. */
function areRelated(model: Model, items: Item[]): boolean {
  const names = Object.keys(model.fields).filter((name) => model.fields[name]!.options.to === model.label);
  if (names.length === 0) return false;
  const ids = new Set(items.map(({ row }) => row.id));
  return items.some(({ row }) => names.some((name) => [row[name]].flat().some((id) => ids.has(id))));
}

/** Rows in the order of these ids. */
function inOrder(ids: (string | number)[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    // It is joined to an object that is always there, unless a default names one that is not.
    if (!row) throw problems.field('non_field_errors', 'A related object does not exist.');
    return row;
  });
}
