import { type Criteria, everything, isComparison, type Model, type Row, readUuid } from '@plumbline/model';
import { type Sql, sequence, sql } from '@plumbline/store';
import { localize } from '../criteria/localize';
import { isPointed } from '../criteria/pointed';
import { mayBeSparse } from '../criteria/sparse';
import { toSql } from '../criteria/toSql';
import type { Work } from '../engine';
import { baseColumns } from './columns';
import { countRows } from './counting';
import { addForeignCounts, countLists, countsAbroad, localCounters } from './counts';
import { type Groups, groupsOf, isAboutGroups, pageOfGroups } from './groups';
import { orderBy, sortsByCounter } from './order';
import { Reach } from './paths';
import { Plans, statementOf } from './plans';
import { localReverseLists, reverseListsOf } from './reverseLists';
import { keyPaths } from './shape';

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

export interface Loaded {
  rows: Row[];
  /** The statement that counts all matches. */
  count: () => Promise<number>;
}

/** A statement that finds rows of a model in an order, but for which rows and how many. */
export interface Listing {
  select: Sql;
  order: Sql;
  /** What finds ids alone in this order; undefined when they are ordered by what is only counted for the whole row. */
  ids: Sql | undefined;
  /** Set when the order is the model's own and falls into groups. */
  groups: Groups | undefined;
}

/** The parts of a statement that are the same whatever is asked for. */
interface Plan extends Listing {
  /** Whether the order is one that another service told. */
  isOrderedAbroad: boolean;
  /** What the statement cannot fetch because it lies elsewhere. */
  completions: ((work: Work, rows: Row[]) => Promise<void>)[];
  /** The whole statement for one id, which stands last among the values. */
  byId: Sql;
}

const nothing = sql.fragment``;
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
  const ordering = new Reach(engine, model);
  const order = sort === false ? nothing : sql.fragment`ORDER BY ${await orderBy(work, model, ordering, sort)}`;
  reach.takeOver(ordering);
  const columns = [
    baseColumns(model),
    ...reach.columns.values(),
    ...localCounters(engine, model, root),
    ...localReverseLists(engine, model, root),
  ];
  const table = sql.identifier([model.name]);
  const select = sql.fragment`SELECT ${sql.join(columns, sql.fragment`, `)} FROM ${table} t ${sequence([...reach.joins.values()])}`;
  const ids =
    sort === false || sortsByCounter(model, sort)
      ? undefined
      : sql.fragment`SELECT t.id FROM ${table} t ${sequence([...ordering.joins.values()])}`;
  const completions: Plan['completions'] = [];
  if (reach.leadsAbroad) completions.push((inner, rows) => reach.complete(inner, rows));
  if (countsAbroad(engine, model, root)) completions.push((inner, rows) => addForeignCounts(inner, model, rows, root));
  const lists = reverseListsOf(engine, model, root);
  if (lists)
    completions.push(async (inner, rows) => {
      await lists(inner, rows);
      countLists(engine, model, rows, root);
    });
  const groups = sort !== false && sort.length === 0 ? groupsOf(engine, model) : undefined;
  const { isOrderedAbroad } = ordering;
  return { isOrderedAbroad, completions, select, order, ids, groups, byId: sql.unsafe`${select} WHERE t.id = ${''}` };
}

/**
 * Loads rows ready to be shown: columns, natural keys, display values, counters. A constant number of statements and
 * calls.
 */
export async function load(work: Work, model: Model, options: LoadOptions): Promise<Loaded> {
  const plan = await planFor(work, model, options);
  const { criteria = everything } = options;
  const id = onlyId(criteria);
  const found = id === undefined ? await loadPage(work, model, plan, options) : undefined;
  const rows = found?.rows ?? (await work.sql.quick<Row>(oneStatement(plan, id!)));
  if (rows.length > 0) await Promise.all(plan.completions.map((complete) => complete(work, rows)));
  return { rows, count: found?.count ?? (async () => rows.length) };
}

/** Most rows that are fetched first and ordered then, where the order's index would be walked in vain. */
const fewRows = 5000;

type PageOptions = Pick<LoadOptions, 'criteria' | 'limit' | 'offset'>;

/** Runs a listing for the rows that match, by the way that is cheapest for them. */
export async function loadPage(work: Work, model: Model, plan: Listing, options: PageOptions): Promise<Loaded> {
  const { criteria = everything, limit, offset = 0 } = options;
  const localized = await localize(work, model, criteria);
  const condition = toSql(work.engine, { model, alias: 't' }, localized);
  const count = () => countRows(work, model, localized, condition);
  if (isPointed(model, localized))
    return { rows: await work.sql.quick<Row>(fixedStatement(plan, condition, options)), count };
  if (limit !== undefined && plan.groups && isAboutGroups(localized, plan.groups)) {
    const ids = pageOfGroups(model, plan.groups, condition, { limit, offset });
    const { select, order } = plan;
    return { rows: await work.sql.rows<Row>(sql.unsafe`${select} WHERE t.id = ANY(ARRAY(${ids})) ${order}`), count };
  }
  if (limit === undefined || !mayBeSparse(model, localized))
    return { rows: await work.sql.rows<Row>(pageStatement(plan, condition, options)), count };
  const counted = await count();
  const matching =
    counted > fewRows ? condition : fetchedFirst(model, toSql(work.engine, { model, alias: 'f' }, localized));
  return { rows: await work.sql.rows<Row>(pageStatement(plan, matching, options)), count: async () => counted };
}

/** The rows that match, found before anything is ordered. */
const fetchedFirst = (model: Model, condition: Sql): Sql =>
  sql.fragment`t.id = ANY(ARRAY(SELECT f.id FROM ${sql.identifier([model.name])} f WHERE ${condition}))`;

/** The id when the criteria are about one id and nothing else. */
function onlyId(criteria: Criteria | undefined): string | undefined {
  if (!criteria || !isComparison(criteria) || criteria.path !== 'id' || criteria.lookup !== 'exact') return undefined;
  return readUuid(criteria.value);
}

const oneStatement = ({ byId }: Plan, id: string): Sql => ({ ...byId, values: [...byId.values.slice(0, -1), id] });

/** A bound of a page as text; those that clients use all the time are made once. */
function fixed(word: 'limit' | 'offset', bound: number): Sql {
  const key = `${word} ${bound}`;
  const known = bounds.get(key);
  if (known) return known;
  const value = sql.literalValue(String(bound));
  const made = word === 'limit' ? sql.fragment`LIMIT ${value}` : sql.fragment`OFFSET ${value}`;
  if (bounds.size < boundsAtMost) bounds.set(key, made);
  return made;
}
const bounds = new Map<string, Sql>();
const boundsAtMost = 1000;

/**
 * A page whose bounds are part of the text: PostgreSQL then keeps one plan for it, which bounds as parameters prevent.
 */
function fixedStatement(plan: Listing, condition: Sql, { limit, offset = 0 }: PageOptions): Sql {
  const page = [
    ...(limit === undefined ? [] : [fixed('limit', limit)]),
    ...(offset === 0 ? [] : [fixed('offset', offset)]),
  ];
  return statementOf(plan, condition, ...page);
}

/** From this offset on it pays to find the page's ids before anything is joined to the rows that are skipped. */
const farOffset = 1000;

function pageStatement(plan: Listing, condition: Sql, options: PageOptions): Sql {
  const { ids, order } = plan;
  const { limit, offset = 0 } = options;
  const page = limit === undefined ? nothing : sql.fragment`LIMIT ${limit} OFFSET ${offset}`;
  if (ids && limit !== undefined && offset >= farOffset) {
    const found = sql.fragment`${ids} WHERE ${condition} ${order} ${page}`;
    return statementOf(plan, sql.fragment`t.id = ANY(ARRAY(${found}))`);
  }
  return statementOf(plan, condition, page);
}

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

/** The rows with these ids, as one parameter however many they are. */
export const withIds = (model: Model, ids: readonly (string | number)[]): Criteria => ({
  condition: (column) =>
    sql.fragment`${column('id')} = ANY(${sql.array(ids as string[], model.keyType === 'int' ? 'int8' : 'uuid')})`,
});

function computeNeeds(model: Model): string[] {
  return Object.values(model.fields).flatMap((field) => field.options.needs ?? []);
}
