import type { Model, Row, WriteContext } from '@plumbline/model';
import { moment } from '../core/background/moment';
import { visitYielding } from '../core/background/visitYielding';
import type { UnitOfWork } from '../core/engine';
import type { ExtensionWrite } from '../core/extensions/extension';
import { extensionsOf } from '../core/extensions/registered';
import { echoedFields } from '../core/fieldSets';
import { addError, type Item, parsed, withoutErrors } from '../core/item';
import { asViewer } from '../core/viewer';
import { recordChanges } from '../record/record';
import { takeFiles } from './files/takeFiles';
import { hideNames, ReadByRules } from './hideNames';
import { claimBlocks } from './locks/blockReferrers';
import { resolveReferences } from './references/references';
import { verifyTargets } from './references/targets';
import { refuse } from './refuse';
import { askValidators } from './stages/askValidators';
import { refuseBlanks } from './stages/blanks';
import { takeClientIds } from './stages/clientIds';
import { leaveOutDecided, readBody } from './stages/readBody';
import { composeRows, deriveColumns } from './stages/rows';
import { save } from './stages/save';
import { placeInTree } from './stages/tree';
import { checkUnique } from './stages/unique';
import { writeContext } from './writeContext';
import type { WriteOptions } from './writeOptions';

/**
 * The writing pipeline: read and resolve → compose and prepare → validate → save, with its effects and the check of permissions
 * → record → what extensions do after it. Runs inside a transaction, for any number of items with a constant number of
 * statements. Answers the written rows, loaded to be shown, in the items' order; throws a 400 that says what is
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
  const context = writeContext(work, moment(), read);
  const added = await readItems(work, model, items, options);
  await composeItems(work, model, items, options, context);
  await validateItems(work, model, items, options, added, context);
  const rows = await save(work, model, items, options, context);
  await recordChanges(work, model, rows, options.mode === 'create' ? 'create' : 'update');
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const each of added) await each.checkWritten?.(items);
  refuse(items, { ...options, errors: options.lastErrors ?? options.errors });
  for (const each of added) await each.afterWrite?.(byId);
  await claimBlocks(work);
  return withEchoes(model, items, rows);
}

/**
 * Reads what is sent, and finds and locks what it refers to; what is wrong is noted with the items. Answers what extensions
 * have to do with them further on.
 */
async function readItems(
  work: UnitOfWork,
  model: Model,
  items: Item[],
  { mode, locks = [] }: WriteOptions,
): Promise<ExtensionWrite[]> {
  await visitYielding(work, items, (item) => readBody(work, model, item, mode));
  takeFiles(model, items, work.engine.settings.uploadBytes);
  const added = extensionsOf(work.engine)
    .of(model)
    .flatMap((extension) => extension.readInput?.(work, model, parsed(items)) ?? []);
  await resolveReferences(work, model, items);
  for (const each of added) await each.resolve?.();
  await Promise.all([verifyTargets(work, model, items), ...locks]);
  leaveOutDecided(model, items, mode);
  return added;
}

/** Makes rows of what is sent; what is wrong is noted with the items. */
async function composeItems(
  work: UnitOfWork,
  model: Model,
  items: Item[],
  { fromTable = false }: WriteOptions,
  context: WriteContext,
): Promise<void> {
  await composeRows(work, model, parsed(items), context.now);
  await takeClientIds(work, model, parsed(items), fromTable);
  await checkUnique(work, model, parsed(items), 'field');
  await checkUnique(work, model, withoutErrors(items), 'serializer');
  await runRules(model.prepare, items, context);
  deriveColumns(model, withoutErrors(items));
  placeInTree(model, items);
}

/**
 * Asks all who have a say whether the rows may be written, and throws a 400 that says what is wrong. Model rules, of which
 * those of extensions come first, and the model's own uniqueness are told together (docs/contract/errors.md); the rules of
 * other services come last.
 */
async function validateItems(
  work: UnitOfWork,
  model: Model,
  items: Item[],
  options: WriteOptions,
  added: readonly ExtensionWrite[],
  context: WriteContext,
): Promise<void> {
  const valid = withoutErrors(items);
  for (const each of added) await each.complete?.(valid);
  await runRules(model.validate, withoutErrors(valid), context, true);
  refuseBlanks(model, valid);
  await checkUnique(work, model, valid, 'model');
  refuse(items, options);
  await askValidators(work, model, items);
  refuse(items, options);
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

/** What the contract shows as it was sent although nothing of it is kept. */
function withEchoes(model: Model, items: Item[], rows: Row[]): Row[] {
  const echoed = echoedFields(model);
  if (echoed.length === 0) return rows;
  return rows.map((row, index) => {
    const { sent } = items[index]!;
    const names = echoed.filter((name) => Object.hasOwn(sent, name));
    return { ...row, ...Object.fromEntries(names.map((name) => [name, sent[name]])) };
  });
}
