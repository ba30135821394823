import { problems } from '@plumbline/http';
import type { Criteria, Model, Row, WriteContext } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { localize } from '../criteria/localize';
import { toSql } from '../criteria/toSql';
import { composeCustomFields } from '../customFields/compose';
import { defaultValues } from '../customFields/known';
import { ownModel, type Work } from '../engine';
import { keepFiles } from '../files/contents';
import { takeFiles } from '../files/takeFiles';
import { idArray } from '../keys';
import { loadByIds } from '../read/load';
import { recordChanges, recordHappenings } from '../record/record';
import { grantWishes, resolveWishes } from '../relationships/grant';
import { matching } from '../relationships/matching';
import { demandRequired } from '../relationships/required';
import { readWishes } from '../relationships/wishes';
import { asking } from '../verbs/ask';
import { takeChosenKeys } from './chosenKeys';
import { blame, type Item, readable, sound, type WriteMode } from './item';
import { moment } from './moment';
import { readBody } from './readBody';
import { resolveReferences } from './references';
import { composeRows, deriveColumns, insertRows, updateRows } from './rows';
import { holdTargets, outwaitReferrers, verifyTargets } from './targets';
import { lockTree, mendSubtrees, placeInTree } from './tree';
import { checkUnique, giveUpValues } from './unique';

/** How what is wrong with a list of items is told: one map, a list beside the request's, or the first one's map. */
export type ErrorShape = 'single' | 'list' | 'first';

export interface WriteOptions {
  mode: WriteMode;
  errors: ErrorShape;
  /** Objects the caller may end up with; checked when all is written. */
  permitted: Criteria;
  /** The bodies are rows of a table. */
  fromTable?: boolean;
}

/**
 * The writing pipeline: parse → resolve relations → verify targets → compose → prepare → validate → write → effects →
 * permission check → record → relationships. Runs inside a transaction, for any number of items with a constant number
 * of statements. Answers the written rows, loaded to be shown, in the items' order; throws a 400 that says what is
 * wrong with each.
 */
export async function writeItems(work: Work, model: Model, items: Item[], options: WriteOptions): Promise<Row[]> {
  const now = moment();
  const context = writeContext(work, now);
  for (const item of items) readBody(model, item, options.mode, work.scope.identity);
  takeFiles(model, items, work.engine.settings.uploadBytes);
  const wishes = readWishes(work, model, readable(items));
  await resolveReferences(work, model, items);
  await resolveWishes(work, wishes);
  await lockTree(work, model, items);
  await verifyTargets(work, model, items);
  await composeRows(work, model, readable(items), now);
  await takeChosenKeys(work, model, readable(items), options.fromTable ?? false);
  await checkUnique(work, model, readable(items), 'field');
  await checkUnique(work, model, sound(items), 'serializer');
  await runRules(model.prepare, items, context);
  deriveColumns(model, sound(items));
  placeInTree(model, items);
  await demandRequired(work, model, items, wishes);
  await judge(work, model, sound(items), context);
  refuse(items, options.errors);

  for (const effect of model.beforeSave) await effect(items, context);
  await keepFiles(
    work,
    items.flatMap((item) => Object.values(item.files)),
  );
  if (options.mode === 'create') await insertRows(work, model, items);
  else await updateRows(work, model, items, await giveUpValues(work, model, items));
  await mendSubtrees(work, model, items);
  refuse(items, options.errors);
  for (const effect of model.afterSave)
    for (const [index, verdict] of ((await effect(items, context)) ?? []).entries())
      if (verdict) blame(items[index]!, verdict);
  refuse(items, options.errors);
  const ids = items.map((item) => item.row.id as string | number);
  await checkPermitted(work, model, ids, options.permitted);
  const rows = await loadInOrder(work, model, ids);
  await recordChanges(work, model, rows, options.mode === 'create' ? 'create' : 'update');
  await grantWishes(work, model, wishes, new Map(rows.map((row) => [row.id, row])));
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

export function writeContext(work: Work, now: string): WriteContext {
  const { identity, requestId } = work.scope;
  return {
    tx: work.sql,
    identity,
    requestId,
    secretKey: work.engine.settings.secretKey,
    now,
    ...asking(work),
    hold: (label, criteria, values = []) => holdTargets(work, label, criteria, values),
    newCustomFields: (label) => defaultValues(work.engine, label),
    passing: (label, filter, ids) => matching(work, label, filter, ids),
    nameOf: (label) => {
      const manifest = work.engine.catalog.find(label);
      return manifest ? `${manifest.app}.${manifest.className}` : label;
    },
    outwait: (label, ids) => outwaitReferrers(work, label, ids),
    alsoChanged: (label, ids) => recordUpdates(work, label, ids),
    emit: (label, events) => recordHappenings(work, ownModel(work.engine, label)!, events),
  };
}

/** Tells the change log that these objects of a model of this service were changed in the transaction of `work`. */
async function recordUpdates(work: Work, label: string, ids: string[]): Promise<void> {
  const model = ownModel(work.engine, label)!;
  await recordChanges(work, model, await loadByIds(work, model, ids, true), 'update');
}

/** What effects can reach, for changes that are made without a request for them. */
export const changeContext = (work: Work): WriteContext => writeContext(work, moment());

/**
 * Model rules, of which those about custom fields come first, and the model's own uniqueness are told together
 * (rules/dcim.md §0).
 */
async function judge(work: Work, model: Model, items: Item[], context: WriteContext): Promise<void> {
  await composeCustomFields(work, model, items);
  await runRules(model.validate, sound(items), context, true);
  await checkUnique(work, model, items, 'model');
}

async function runRules(
  rules: Model['validate'],
  items: Item[],
  context: WriteContext,
  together = false,
): Promise<void> {
  for (const rule of rules) {
    const candidates = together ? items : sound(items);
    const verdicts = await rule(candidates, context);
    for (const [index, verdict] of verdicts.entries()) if (verdict) blame(candidates[index] as Item, verdict);
  }
}

/** Throws when anything is wrong with any item. */
function refuse(items: Item[], shape: ErrorShape): void {
  const failed = items.find((item) => item.errors !== undefined);
  if (!failed) return;
  if (shape !== 'list') throw problems.fields(failed.errors!);
  throw problems.list(
    items.map(({ body, errors }) => (body === null ? ['This field may not be null.'] : (errors ?? {}))),
  );
}

/** After the write every object must still be one the caller may have (rules/core.md §13). */
async function checkPermitted(work: Work, model: Model, ids: (string | number)[], permitted: Criteria): Promise<void> {
  if ('and' in permitted && permitted.and.length === 0) return;
  const condition = toSql(work.engine, { model, alias: 't' }, await localize(work, model, permitted));
  const key = idArray(model, ids);
  const counted = await work.sql.first<{ n: number }>(
    sql.unsafe`SELECT count(*) AS n FROM ${sql.identifier([model.name])} t WHERE t.id = ANY(${key}) AND ${condition}`,
  );
  if (Number(counted?.n) !== new Set(ids).size) throw problems.forbidden();
}

async function loadInOrder(work: Work, model: Model, ids: (string | number)[]): Promise<Row[]> {
  const byId = new Map((await loadByIds(work, model, ids, true)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    // It is joined to an object that is always there, unless a default names one that is not.
    if (!row) throw problems.field('non_field_errors', 'A related object does not exist.');
    return row;
  });
}
