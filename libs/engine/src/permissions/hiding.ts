import { type Criteria, everything, isEverything, type Model } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import { localize } from '../criteria/localize';
import { columnOf, toSql } from '../criteria/toSql';
import { visibleTo } from './permissions';

/** The objects of a model of this service that whoever looks may view, as local criteria; worked out once a request. */
export function viewable(work: UnitOfWork, model: Model): Promise<Criteria> {
  const { viewer, viewable: known, ...unhidden } = work;
  if (!viewer) return Promise.resolve(everything);
  const criteria =
    known?.get(model) ?? visibleTo(unhidden, model, viewer).then((visible) => localize(unhidden, model, visible));
  known?.set(model, criteria);
  return criteria;
}

/** Whether a row of a model may be viewed, as a condition; undefined: all of them may. */
export async function viewableSql(work: UnitOfWork, model: Model, alias: string): Promise<Sql | undefined> {
  const criteria = await viewable(work, model);
  return isEverything(criteria) ? undefined : toSql(work.engine, { model, alias }, criteria);
}

const node = 'seen_node';

/** The nodes from the root down to a row of a tree. */
const nodesAlong = (model: Model, alias: string): Sql => sql.fragment`
  unnest(${columnOf(alias, 'tree_ids')}) WITH ORDINALITY AS seen_place(id, place)
  JOIN ${sql.identifier([model.name])} ${sql.identifier([node])} ON ${columnOf(node, 'id')} = seen_place.id`;

/** Values of a column of the nodes from the root down to a row of a tree, null where a node may not be viewed. */
export async function alongTree(
  work: UnitOfWork,
  model: Model,
  alias: string,
  column: string,
): Promise<Sql | undefined> {
  const visible = await viewableSql(work, model, node);
  if (!visible) return undefined;
  return sql.fragment`ARRAY(
    SELECT CASE WHEN ${visible} THEN ${columnOf(node, column)} END
    FROM ${nodesAlong(model, alias)} ORDER BY seen_place.place
  )`;
}

/** As `tree_order`, null in place of what a node is sorted by that may not be viewed. */
export async function orderAlongTree(work: UnitOfWork, model: Model, alias: string): Promise<Sql | undefined> {
  const visible = await viewableSql(work, model, node);
  if (!visible) return undefined;
  const sortedBy = sql.fragment`CASE WHEN ${visible} THEN ${columnOf(node, model.tree!.sortBy)} END`;
  return sql.fragment`ARRAY(
    SELECT part FROM ${nodesAlong(model, alias)}
    CROSS JOIN unnest(ARRAY[${sortedBy}, ${columnOf(node, 'id')}::text]) WITH ORDINALITY AS parts(part, number)
    ORDER BY seen_place.place, parts.number
  )`;
}
