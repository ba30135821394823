import type { Criteria, Model, Row } from '@plumbline/model';
import { type Sql, sequence, splice, sql } from '@plumbline/store';
import { localize } from '../criteria/localize';
import { columnOf, toSql } from '../criteria/toSql';
import type { Work } from '../engine';
import { living } from '../remove/marks';
import type { FindRequest } from '../verbs/messages';
import { baseColumns } from './columns';
import { orderBy } from './order';
import { Reach } from './paths';
import { Plans, statementOf } from './plans';

type Options = Omit<FindRequest, 'criteria' | 'distinct' | 'referrer'>;

/** What the values asked for and their order come to, whatever the rows. */
interface Plan {
  select: Sql;
  order: Sql;
  /** What brings values that lie elsewhere. */
  reach: Reach;
  isOrderedAbroad: boolean;
}

const plans = new Plans<Plan>();

/** Rows of a model of this service that match, with the values asked for by dotted path; `display` is one of them. */
export async function selectValues(
  work: Work,
  model: Model,
  criteria: Criteria,
  options: Options = {},
): Promise<Row[]> {
  const { engine } = work;
  const { values = [], ordered = false, asReferred = false, limit } = options;
  const key = `${model.label}|${values.join()}|${ordered}|${asReferred}`;
  const plan = await plans.of(engine, key, () => makePlan(work, model, options));
  const matching = toSql(engine, { model, alias: 't' }, await localize(work, model, criteria));
  const condition = options.living ? splice(matching, living(model)) : matching;
  const page = limit === undefined ? [] : [sql.fragment`LIMIT ${limit}`];
  const rows = await work.sql.rows<Row>(statementOf(plan, condition, ...page));
  await plan.reach.complete(work, rows);
  if (values.includes('display')) for (const row of rows) row.display = model.display(row);
  return rows;
}

async function makePlan(work: Work, model: Model, options: Options): Promise<Plan> {
  const paths = options.values ?? [];
  const wantsDisplay = paths.includes('display');
  const reach = new Reach(work.engine, model);
  const wanted = [...paths.filter((path) => path !== 'display'), ...(wantsDisplay ? model.displayNeeds : [])];
  for (const path of wanted) reach.value(path);
  const order = options.ordered
    ? sql.fragment`ORDER BY ${await orderBy(work, model, reach, orderNames(model, options))}`
    : sql.fragment``;
  const own = wantsDisplay
    ? [baseColumns(model)]
    : [...new Set(['id', ...wanted.filter((path) => model.fields[path]?.stored), ...foreignStarts(model, wanted)])].map(
        (name) => columnOf('t', name),
      );
  const columns = sql.join([...own, ...reach.columns.values()], sql.fragment`, `);
  const select = sql.fragment`SELECT ${columns} FROM ${sql.identifier([model.name])} t ${sequence([...reach.joins.values()])}`;
  return { select, order, reach, isOrderedAbroad: reach.isOrderedAbroad };
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
export async function distinctValues(work: Work, model: Model, criteria: Criteria, column: string): Promise<unknown[]> {
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
  const rows = await work.sql.rows<{ value: unknown }>(
    sql.unsafe`SELECT DISTINCT ${value} AS value FROM ${sql.identifier([model.name])} t WHERE ${stored} IS NOT NULL AND ${condition}`,
  );
  return rows.map((row) => row.value);
}
