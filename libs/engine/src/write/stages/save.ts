import { problems } from '@plumbline/http';
import { type Criteria, isEverything, type Model, type Row, type WriteContext } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { UnitOfWork } from '../../core/engine';
import { addError, type Item } from '../../core/item';
import { memoize } from '../../core/kept/memoize';
import { idArray } from '../../criteria/keys';
import { localize } from '../../criteria/localize';
import { boundedBy } from '../../criteria/patterns';
import { toSql } from '../../criteria/toSql';
import { gatheredPaths } from '../../plan/foreseen';
import { loadByIds, loadWritten } from '../../plan/load';
import { keepFiles } from '../files/contents';
import { refuse } from '../refuse';
import type { WriteOptions } from '../writeOptions';
import { insertionOf, updateOf } from './rows';
import { mendSubtrees } from './tree';
import { releaseValues } from './unique';

/**
 * Writes the rows of valid items, with what the model has follow from it; answers them in the items' order, loaded to be
 * shown. Throws a 400 when an effect finds something wrong, and a 403 when the caller may not end up with an object.
 */
export async function save(
  work: UnitOfWork,
  model: Model,
  items: Item[],
  options: WriteOptions,
  context: WriteContext,
): Promise<Row[]> {
  const { mode, permitted } = options;
  for (const effect of model.beforeSave) await effect(items, context);
  await keepFiles(
    work,
    items.flatMap((item) => Object.values(item.files)),
  );
  const written =
    mode === 'create'
      ? insertionOf(work, model, items)
      : await updateOf(work, model, items, await releaseValues(work, model, items));
  const effects = model.afterSave.filter(({ concerns }) => !concerns || items.some(concerns));
  const ids = items.map((item) => item.row.id as string | number);
  // Where nothing is to be done in between, the rows are read by the statement that writes them, or else behind it in the
  // same round trip.
  const inBetween = model.tree !== undefined || effects.length > 0;
  const loading = loadingOf(model, items);
  let loaded = written && !inBetween ? await loadWritten(work, model, written, loading) : undefined;
  const writing = written && !loaded ? work.sql.run(sql.unsafe`${written}`) : undefined;
  writing?.catch(() => undefined);
  if (inBetween || !isEverything(permitted)) await writing;
  await mendSubtrees(work, model, items);
  refuse(items, options);
  for (const effect of effects)
    for (const [index, verdict] of ((await effect(items, context)) ?? []).entries())
      if (verdict) addError(items[index]!, verdict);
  refuse(items, options);
  await checkPermitted(work, model, ids, permitted);
  if (!loaded) [, loaded] = await Promise.all([writing, loadByIds(work, model, ids, true, loading)]);
  return inOrder(ids, loaded);
}

/** What is known of the rows that are loaded: of what is new, that nobody refers to it. */
function loadingOf(model: Model, items: Item[]) {
  const allNew = items.every(isNew);
  return {
    referredToBy: allNew ? nobody : undefined,
    unreferenced: allNew && !areRelated(model, items),
    paths: gatheredPaths(model),
  };
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
  const names = relationsToItself(model);
  if (names.length === 0) return false;
  const ids = new Set(items.map(({ row }) => row.id));
  return items.some(({ row }) => names.some((name) => [row[name]].flat().some((id) => ids.has(id))));
}

const relationsToItself = memoize((model: Model) =>
  Object.keys(model.fields).filter((name) => model.fields[name]!.options.to === model.label),
);

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
