import type { Criteria, Model, Row } from '@plumbline/model';
import { type Sql, sequence, sql } from '@plumbline/store';
import { notBeingDeleted } from '../core/deletions/marks';
import { isReferredFrom } from '../core/deletions/referredFrom';
import type { UnitOfWork } from '../core/engine';
import type { FindRequest } from '../core/messages/messages';
import { displayOf, plainTextOf } from '../core/naming';
import { localize } from '../criteria/localize';
import { boundedBy } from '../criteria/patterns';
import { columnOf, toSql } from '../criteria/toSql';
import { baseColumns } from './columns';
import { orderBy } from './order';
import { JoinBuilder, shownPaths } from './paths';
import { PlanCache, statementOf } from './planCache';

type Options = Omit<FindRequest, 'criteria' | 'distinct' | 'referrer' | 'waitForReferrersOf' | 'nested'> & {
  /** Leave out what somebody is changing just now, and lock the rest against changes. */
  unlockedOnly?: boolean;
  /** With all that an object inside others is shown from (`isShownFromColumns`). */
  shown?: boolean;
  /** With whether they are known to be referred to from this application, as `referredFromColumn`. */
  referredFrom?: string;
};

/** What the values asked for and their order come to, whatever the rows. */
interface Plan {
  select: Sql;
  order: Sql;
  /** What brings values that lie elsewhere. */
  joinBuilder: JoinBuilder;
  isOrderedAbroad: boolean;
}

const plans = new PlanCache<Plan>();

/** Values that are no columns: how people, and how messages name an object. */
const names = { display: displayOf, plain_text: plainTextOf };
type NameValue = keyof typeof names;
const isName = (path: string): path is NameValue => Object.hasOwn(names, path);

/**
 * Rows of a model of this service that match, with the values asked for by dotted path; `display` and `plain_text` are
 * two of them.
 */
export async function selectValues(
  work: UnitOfWork,
  model: Model,
  criteria: Criteria,
  options: Options = {},
): Promise<Row[]> {
  const { engine } = work;
  const { values = [], ordered = false, asReferred = false, shown = false, referredFrom = '', limit } = options;
  const key = `${model.label}|${values.join()}|${ordered}|${asReferred}|${shown}|${referredFrom}`;
  const plan = work.viewer
    ? await makePlan(work, model, options)
    : await plans.of(engine, key, () => makePlan(work, model, options));
  const matching = toSql(engine, { model, alias: 't' }, await localize(work, model, criteria));
  const condition = options.living ? sql.fragment`${matching} ${notBeingDeleted(model)}` : matching;
  const page = limit === undefined ? [] : [sql.fragment`LIMIT ${limit}`];
  if (options.unlockedOnly) page.push(sql.fragment`FOR SHARE OF t SKIP LOCKED`);
  const locks = options.living === true || options.unlockedOnly === true;
  const bounded = boundedBy(work, criteria, { locks });
  const rows = await bounded.sql.rows<Row>(statementOf(plan, condition, sequence(page)));
  await plan.joinBuilder.complete(work, rows);
  for (const name of values.filter(isName)) for (const row of rows) row[name] = names[name](work, model, row);
  return rows;
}

async function makePlan(work: UnitOfWork, model: Model, options: Options): Promise<Plan> {
  const paths = options.values ?? [];
  const wantsName = paths.some(isName);
  const joinBuilder = new JoinBuilder(work.engine, model);
  const wanted = [
    ...paths.filter((path) => !isName(path)),
    ...(wantsName ? model.displayNeeds : []),
    ...(options.shown ? shownPaths(model) : []),
  ];
  for (const path of wanted) joinBuilder.value(path);
  const order = options.ordered
    ? sql.fragment`ORDER BY ${await orderBy(work, model, joinBuilder, orderNames(model, options))}`
    : sql.fragment``;
  await joinBuilder.hide(work);
  const own =
    wantsName || options.shown
      ? [baseColumns(model)]
      : [
          ...new Set(['id', ...wanted.filter((path) => model.fields[path]?.stored), ...foreignStarts(model, wanted)]),
        ].map((name) => columnOf('t', name));
  const noted = options.referredFrom === undefined ? [] : [isReferredFrom(model, options.referredFrom)];
  const columns = sql.join([...own, ...joinBuilder.columns.values(), ...noted], sql.fragment`, `);
  const select = sql.fragment`SELECT ${columns} FROM ${sql.identifier([model.name])} t ${sequence([...joinBuilder.joins.values()])}`;
  return { select, order, joinBuilder, isOrderedAbroad: joinBuilder.isOrderedAbroad };
}

function orderNames({ order }: Model, { ordered, asReferred }: Options): string[] {
  if (typeof ordered === 'string') return [ordered];
  return asReferred ? order : [];
}

/** First names of paths that lead straight into another service: their columns are needed to get there. */
function foreignStarts(model: Model, paths: string[]): string[] {
  return paths
    .filter((path) => path.includes('.'))
    .map((path) => path.split('.')[0]!)
    .filter((name) => model.fields[name]?.stored);
}

/** The distinct non-null values of a column among the rows that match; of a tree also the depths, as `tree_depth`. */
export async function distinctValues(
  work: UnitOfWork,
  model: Model,
  criteria: Criteria,
  column: string,
): Promise<unknown[]> {
  const depth = column === 'tree_depth' && model.tree !== undefined;
  const field = model.fields[depth ? 'tree_ids' : column];
  if (!field?.stored) throw new Error(`${model.label} has no column ${column}`);
  const condition = toSql(work.engine, { model, alias: 't' }, await localize(work, model, criteria));
  const stored = columnOf('t', depth ? 'tree_ids' : column);
  const value = depth
    ? sql.fragment`cardinality(${stored}) - 1`
    : field.isMany
      ? sql.fragment`unnest(${stored})`
      : stored;
  const rows = await boundedBy(work, criteria).sql.rows<{ value: unknown }>(
    sql.unsafe`SELECT DISTINCT ${value} AS value FROM ${sql.identifier([model.name])} t WHERE ${stored} IS NOT NULL AND ${condition}`,
  );
  return rows.map((row) => row.value);
}
