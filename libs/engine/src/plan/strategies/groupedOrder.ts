import { type Criteria, isComparison, type Model } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { type Engine, ownModel } from '../../core/engine';
import { columnOf } from '../../criteria/toSql';

/** A list that is ordered by what its objects belong to and then by a column, which an index holds in that order. */
export interface GroupedOrder {
  /** The relation. */
  by: string;
  of: Model;
  /** The column of `of` that orders the groups; no two have the same. */
  name: string;
  column: string;
}

/**
 * How a model's own order falls into groups. PostgreSQL does not see that it could walk the groups one after the other,
 * and would join and sort all there is for one page: of half a million prefixes in a few namespaces for example.
 */
export function groupedOrderOf(engine: Engine, model: Model): GroupedOrder | undefined {
  const [by, column, ...more] = model.order;
  if (by === undefined || column === undefined || more.length > 0) return undefined;
  const relation = model.fields[by];
  const of = ownModel(engine, relation?.options.to);
  const [name, ...others] = of?.order ?? [];
  const isIndexed = [...model.indexes, ...model.unique.map(({ fields }) => fields)].some(
    (columns) => columns[0] === by && columns[1] === column,
  );
  if (!of || of.tree || !isIndexed || relation!.options.nullable || !model.fields[column]?.stored) return undefined;
  return name !== undefined && others.length === 0 && of.fields[name]?.options.unique
    ? { by, of, name, column }
    : undefined;
}

/** Whether criteria are about the groups and nothing else, so that within one of them everything matches or nothing. */
export function isAboutGroups(criteria: Criteria, groups: GroupedOrder): boolean {
  if ('condition' in criteria || 'some' in criteria) return false;
  if (isComparison(criteria)) return criteria.path === groups.by;
  if ('not' in criteria) return isAboutGroups(criteria.not, groups);
  return ('and' in criteria ? criteria.and : criteria.or).every((part) => isAboutGroups(part, groups));
}

/** The ids and versions of a page: of each group as many as the page may need, as long as it is not full. */
export function pageOfGroups(
  model: Model,
  { by, of, name, column }: GroupedOrder,
  condition: Sql,
  limit: number,
  offset: number,
): Sql {
  return sql.fragment`
    SELECT members.id, members.version FROM (SELECT id, row_number() OVER (ORDER BY ${sql.identifier([name])}) AS place FROM ${sql.identifier([of.name])}) AS groups
    CROSS JOIN LATERAL (
      SELECT t.id, t.xmin AS version, ${columnOf('t', column)} AS value FROM ${sql.identifier([model.name])} t
      WHERE ${columnOf('t', by)} = groups.id AND ${condition} ORDER BY ${columnOf('t', column)}, t.id LIMIT ${limit + offset}
    ) AS members
    ORDER BY groups.place, members.value, members.id LIMIT ${limit} OFFSET ${offset}`;
}
