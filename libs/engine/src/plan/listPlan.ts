import type { Model } from '@plumbline/model';
import { type Sql, sequence, sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import { orderBy } from './order';
import { JoinBuilder } from './paths';
import { groupedOrderOf } from './strategies/groupedOrder';
import type { ListPlan } from './strategies/strategy';

const nothing = sql.fragment``;
const comma = sql.fragment`, `;

/**
 * Puts the statements of a list together: these columns of rows, to which this is the way, by names of a `sort`
 * parameter; none: in the model's own order, `false`: in no order at all.
 */
export async function listPlanOf(
  work: UnitOfWork,
  model: Model,
  columns: Sql[],
  joinBuilder: JoinBuilder,
  sort: string[] | false,
): Promise<ListPlan & { isOrderedAbroad: boolean }> {
  const { engine } = work;
  const table = sql.fragment`${sql.identifier([model.name])} t`;
  const select = () => selectOf(columns, table, [...joinBuilder.joins.values()]);
  if (sort === false)
    return {
      select: select(),
      order: nothing,
      twoSteps: undefined,
      groupedOrder: undefined,
      isOrderedAbroad: false,
    };
  const ordering = new JoinBuilder(engine, model);
  const order = sql.fragment`ORDER BY ${await orderBy(work, model, ordering, sort)}`;
  await ordering.hide(work);
  const twoSteps = {
    ids: sql.fragment`SELECT t.id, t.xmin AS version FROM ${table} ${sequence([...ordering.joins.values()])}`,
    columns: sql.fragment`SELECT ${sql.join(columns, comma)} FROM`,
    from: sql.fragment`JOIN ${table} ON t.id = found.id AND t.xmin = found.version ${sequence([...joinBuilder.joins.values()])} ${fewFound} ORDER BY found.place`,
  };
  joinBuilder.takeOver(ordering);
  return {
    select: select(),
    order,
    twoSteps,
    groupedOrder: sort.length === 0 && !work.viewer ? groupedOrderOf(engine, model) : undefined,
    isOrderedAbroad: ordering.isOrderedAbroad,
  };
}

/**
 * True of every place. PostgreSQL takes ten for the number of ids in a parameter and counts those it sees, and so would plan the
 * statement anew for each short page, since a plan for fewer rows looks cheaper. Of a range it knows nothing about it takes a two
 * hundredth: one row, seen or not, and the plan by keys is kept.
 */
const fewFound = sql.fragment`WHERE found.place BETWEEN 1 AND 2147483647`;

/** These columns of the rows of a table, which go by `t`, with what is joined to them. */
export const selectOf = (columns: Sql[], table: Sql, joins: Sql[]): Sql =>
  sql.fragment`SELECT ${sql.join(columns, comma)} FROM ${table} ${sequence(joins)}`;
