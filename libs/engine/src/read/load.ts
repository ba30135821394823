import { type Criteria, everything, isComparison, type Model, type Row, readUuid } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { comparable } from '../criteria/value';
import type { Work } from '../engine';
import { idArray } from '../keys';
import { baseColumns } from './columns';
import { foreignCounterOf, listCounterOf, localCounters } from './counts';
import { type Listing, type Loaded, listingOf, loadPage } from './listing';
import { keyPaths, Reach } from './paths';
import { Plans } from './plans';
import { localReverseLists, reverseListsOf } from './reverseLists';
import { after, together } from './together';

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
}

/** The parts of a statement that are the same whatever is asked for. */
interface Plan extends Listing {
  /** Whether the order is one that another service told. */
  isOrderedAbroad: boolean;
  /** What the statement cannot fetch because it lies elsewhere. */
  completions: ((work: Work, rows: Row[]) => Promise<unknown> | undefined)[];
  /** The whole statement for one id, which stands last among the values. */
  byId: Sql;
}

const plans = new Plans<Plan>();

/** Composing the long part of a statement costs more than running it for one row, so it is done once per shape. */
function planFor(work: Work, model: Model, { root, sort = [], paths = [] }: LoadOptions): Promise<Plan> {
  const key = `${model.label} ${model.endpoint}|${root}|${sort === false ? '-' : sort.join()}|${paths.join()}`;
  return plans.of(work.engine, key, () => makePlan(work, model, root, sort, paths));
}

async function makePlan(
  work: Work,
  model: Model,
  root: boolean,
  sort: string[] | false,
  paths: string[],
): Promise<Plan> {
  const { engine } = work;
  const reach = new Reach(engine, model);
  for (const path of [...keyPaths(model), ...model.displayNeeds, ...computeNeeds(model), ...paths]) reach.value(path);
  const columns = [
    baseColumns(model),
    ...reach.columns.values(),
    ...localCounters(engine, model, root),
    ...localReverseLists(engine, model, root),
  ];
  const listing = await listingOf(work, model, columns, reach, sort);
  const completions: Plan['completions'] = [];
  if (reach.leadsAbroad) completions.push((inner, rows) => reach.complete(inner, rows));
  const addCounts = foreignCounterOf(engine, model, root);
  if (addCounts) completions.push(addCounts);
  const list = reverseListsOf(engine, model, root);
  const count = listCounterOf(engine, model, root);
  if (list) completions.push((inner, rows) => after(list(inner, rows), () => count(rows)));
  return { ...listing, completions, byId: sql.unsafe`${listing.select} WHERE t.id = ${''}` };
}

/**
 * Loads rows ready to be shown: columns, natural keys, display values, counters. A constant number of statements and
 * calls.
 */
export async function load(work: Work, model: Model, options: LoadOptions): Promise<Loaded> {
  const plan = await planFor(work, model, options);
  const { criteria = everything, offset = 0 } = options;
  const id = offset > 0 ? undefined : onlyId(criteria);
  const found = id === undefined ? await loadPage(work, model, plan, options) : undefined;
  const rows = found?.rows ?? (await work.sql.quick<Row>(oneStatement(plan, id!)));
  const incomplete = rows.length === 0 ? undefined : together(plan.completions.map((complete) => complete(work, rows)));
  if (incomplete) await incomplete;
  return { rows, count: found?.count ?? (async () => rows.length) };
}

/** The id when the criteria are about one id and nothing else. */
function onlyId(criteria: Criteria | undefined): string | undefined {
  if (!criteria || !isComparison(criteria) || criteria.path !== 'id' || criteria.lookup !== 'exact') return undefined;
  return readUuid(criteria.value);
}

const oneStatement = ({ byId }: Plan, id: string): Sql => ({ ...byId, values: [...byId.values.slice(0, -1), id] });

/** Loads the rows with these ids, in no particular order. */
export async function loadByIds(
  work: Work,
  model: Model,
  ids: readonly (string | number)[],
  root: boolean,
  paths?: string[],
): Promise<Row[]> {
  const criteria = withIds(model, ids);
  const { rows } = await load(work, model, { criteria, sort: false, root, ...(paths ? { paths } : {}) });
  return rows;
}

/**
 * The rows with these ids, as one parameter however many they are. PostgreSQL is not shown how many, so that it plans
 * what they are part of once. What refers to objects of any model may bring ids that are no keys of this one.
 */
export const withIds = (model: Model, ids: readonly (string | number)[]): Criteria => {
  const keys = ids.filter((id) => comparable(id, model.fields.id!) !== undefined);
  return { condition: (column) => sql.fragment`${column('id')} = ANY(ARRAY(SELECT unnest(${idArray(model, keys)})))` };
};

function computeNeeds(model: Model): string[] {
  return Object.values(model.fields).flatMap((field) => field.options.needs ?? []);
}
