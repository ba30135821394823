import { type Criteria, everything, type Model, type Row } from '@plumbline/model';
import { cachingRows, type RowCache, type Sql, sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import { idArray, keysOf, onlyId } from '../criteria/keys';
import { columnOf } from '../criteria/toSql';
import { baseColumns } from './columns';
import { foreignCounterOf, listCounterOf, localCounters } from './counts';
import { listPlanOf, selectOf } from './listPlan';
import { JoinBuilder, shownPaths } from './paths';
import { PlanCache } from './planCache';
import type { MayRefer } from './referenceFlags';
import { localReverseLists, reverseListsOf } from './reverseLists';
import { loadPage } from './strategies/strategies';
import type { ListPlan, Loaded } from './strategies/strategy';
import { whenAll, whenDone } from './whenDone';

/** Which rows, and how much of them. */
export interface LoadOptions {
  criteria?: Criteria;
  /** Names of a `sort` parameter; none: the model's order. `false`: no order at all. */
  sort?: string[] | false;
  limit?: number | undefined;
  offset?: number;
  /** Counters and reverse lists too: what only an object shown by itself has. */
  root: boolean;
  /** Further dotted paths to have on each row. */
  paths?: string[];
  /** The other services of which something may refer to the rows, when that is known: only they are asked what does. */
  referredToBy?: ReadonlySet<string> | undefined;
  /** What remembers the rows: they are only shown, and read by the names of their columns. */
  rowCache?: RowCache | undefined;
}

/** The parts of a statement that are the same whatever is asked for. */
interface Plan extends ListPlan {
  /** Whether the order is one that another service told. */
  isOrderedAbroad: boolean;
  /** What the statement cannot fetch because it lies elsewhere. */
  completions: ((work: UnitOfWork, rows: Row[], mayRefer: MayRefer) => Promise<unknown> | undefined)[];
  /** The whole statement for one id, which stands last among the values. */
  byId: Sql;
  /** The same for any number of ids. */
  byIds: Sql;
  /** The same for rows that go by `written`; undefined where other rows of their table are looked at for them. */
  ofWritten: Sql | undefined;
  /** The same for rows to which nothing refers yet. */
  ofNew: Sql | undefined;
}

const plans = new PlanCache<Plan>();

/** Composing the long part of a statement costs more than running it for one row, so it is done once per shape. */
function planFor(work: UnitOfWork, model: Model, { root, sort = [], paths = [] }: LoadOptions): Promise<Plan> {
  const key = `${model.label} ${model.endpoint}|${root}|${sort === false ? '-' : sort.join()}|${paths.join()}`;
  // What may be viewed differs from one user to the next.
  if (work.viewer) return makePlan(work, model, root, sort, paths);
  return plans.of(work.engine, key, () => makePlan(work, model, root, sort, paths));
}

async function makePlan(
  work: UnitOfWork,
  model: Model,
  root: boolean,
  sort: string[] | false,
  paths: string[],
): Promise<Plan> {
  const { engine } = work;
  const joinBuilder = new JoinBuilder(engine, model);
  for (const path of [...shownPaths(model), ...paths]) joinBuilder.value(path);
  await joinBuilder.hide(work);
  const shown = [baseColumns(model), ...joinBuilder.columns.values()];
  const columns = [...shown, ...localCounters(engine, model, root), ...localReverseLists(engine, model, root)];
  const listPlan = await listPlanOf(work, model, columns, joinBuilder, sort);
  const completions: Plan['completions'] = [];
  if (joinBuilder.leadsAbroad) completions.push((inner, rows) => joinBuilder.complete(inner, rows));
  const addCounts = foreignCounterOf(engine, model, root);
  if (addCounts) completions.push(addCounts);
  const list = reverseListsOf(engine, model, root);
  const count = listCounterOf(engine, model, root);
  if (list) completions.push((inner, rows, mayRefer) => whenDone(list(inner, rows, mayRefer), () => count(rows)));
  const joins = [...joinBuilder.joins.values()];
  const selectWritten = (parts: Sql[]): Sql | undefined => {
    const looksAround = [...parts, ...joins].some((part) => tablesRead(part).has(model.name));
    return sort === false && !looksAround ? selectOf(parts, sql.fragment`written t`, joins) : undefined;
  };
  const ofWritten = selectWritten(columns);
  const ofNew = selectWritten([
    ...shown,
    ...localCounters(engine, model, root, true),
    ...localReverseLists(engine, model, root, true),
  ]);
  const byId = sql.unsafe`${listPlan.select} WHERE t.id = ${''}`;
  const byIds = sql.unsafe`${listPlan.select} WHERE ${isAmong(columnOf('t', 'id'), model, [])}`;
  return { ...listPlan, completions, byId, byIds, ofWritten, ofNew };
}

/** The tables that a part of a statement reads from. */
const tablesRead = ({ sql: text }: Sql): ReadonlySet<string> =>
  new Set([...text.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)].map(([, name]) => name!));

/**
 * Loads rows ready to be shown: columns, natural keys, display values, counters. A constant number of statements and
 * calls.
 */
export async function load(work: UnitOfWork, model: Model, options: LoadOptions): Promise<Loaded> {
  const plan = await planFor(work, model, options);
  const { criteria = everything, offset = 0, referredToBy, rowCache } = options;
  const id = offset > 0 ? undefined : onlyId(criteria);
  const found = id === undefined ? await loadPage(work, model, plan, options) : undefined;
  const rows = found?.rows ?? (await work.sql.quick<Row>(cachingRows(about(plan.byId, id!), rowCache)));
  const incomplete = complete(work, plan, rows, referredToBy);
  if (incomplete) await incomplete;
  return { rows, count: found?.count ?? (async () => rows.length) };
}

/** Puts on the rows what lies elsewhere. */
function complete(
  work: UnitOfWork,
  { completions }: Plan,
  rows: Row[],
  referredToBy: ReadonlySet<string> | undefined,
): Promise<unknown> | undefined {
  if (rows.length === 0) return undefined;
  const mayRefer: MayRefer = referredToBy ? (app) => referredToBy.has(app) : anyApp;
  return whenAll(completions.map((add) => add(work, rows, mayRefer)));
}

/** How rows are loaded by what writes them. */
interface WrittenOptions extends Pick<LoadOptions, 'paths' | 'referredToBy'> {
  /** Nothing refers to them: they are new, and nobody knows of them. */
  unreferenced?: boolean;
}

/**
 * Runs a statement that writes rows `t` of a model and loads them in it, as `load` would behind it. Undefined, with nothing
 * done, where they are shown from other rows of their table, which look there as they were before.
 */
export async function loadWritten(
  work: UnitOfWork,
  model: Model,
  write: Sql,
  { paths = [], referredToBy, unreferenced = false }: WrittenOptions,
): Promise<Row[] | undefined> {
  const plan = await planFor(work, model, { root: true, sort: false, paths });
  const select = unreferenced ? plan.ofNew : plan.ofWritten;
  if (!select) return undefined;
  const rows = await work.sql.rows<Row>(sql.unsafe`WITH written AS (${write} RETURNING t.*) ${select}`);
  await complete(work, plan, rows, referredToBy);
  return rows;
}

/** A statement about these instead of what stands last among its values. */
const about = (statement: Sql, ids: Sql['values'][number]): Sql => ({
  ...statement,
  values: [...statement.values.slice(0, -1), ids],
});

const anyApp: MayRefer = () => true;

/** So few objects are read over the connection that short statements share, side by side with those of other models. */
const few = 20;

/** Loads the rows with these ids, in no particular order. */
export async function loadByIds(
  work: UnitOfWork,
  model: Model,
  ids: readonly (string | number)[],
  root: boolean,
  options: Pick<LoadOptions, 'paths' | 'referredToBy' | 'rowCache'> = {},
): Promise<Row[]> {
  const plan = await planFor(work, model, { ...options, root, sort: false });
  const statement = cachingRows(about(plan.byIds, keysOf(model, ids)), options.rowCache);
  const rows = await (ids.length <= few ? work.sql.quick<Row>(statement) : work.sql.rows<Row>(statement));
  const incomplete = complete(work, plan, rows, options.referredToBy);
  if (incomplete) await incomplete;
  return rows;
}

/** Rows as whoever looks may see them: what a write holds has values of all related objects. */
export async function asViewed(work: UnitOfWork, model: Model, rows: Row[]): Promise<Row[]> {
  if (!work.viewer) return rows;
  const ids = rows.map(({ id }) => id as string);
  const loaded = new Map((await loadByIds(work, model, ids, true)).map((row) => [row.id, row]));
  return rows.map((row) => loaded.get(row.id) ?? row);
}

/** The rows with these ids. What refers to objects of any model may bring ids that are no keys of this one. */
export const withIds = (model: Model, ids: readonly (string | number)[]): Criteria => ({
  condition: (column) => isAmong(column('id'), model, keysOf(model, ids)),
});

/**
 * Whether an id is one of these, which are one parameter however many they are. PostgreSQL is not shown how many, so that it plans what
 * they are part of once.
 */
const isAmong = (id: Sql, model: Model, keys: readonly (string | number)[]): Sql =>
  sql.fragment`${id} = ANY(ARRAY(SELECT unnest(${idArray(model, keys)})))`;
