import { everything, type Field, type Manifest, type Model, where } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import { findIds, findValues, select } from '../core/messages/ask';
import { viewerOf } from '../core/viewer';
import { idArray } from '../criteria/keys';
import { columnOf } from '../criteria/toSql';
import { countsAbroad, localCount, sourcesAbroad } from './counts';
import type { JoinBuilder } from './paths';

/** Orders by a relation that leads outside: the owner tells the order of the objects that are referred to. */
export async function ranked(
  work: UnitOfWork,
  model: Model,
  joinBuilder: JoinBuilder,
  at: string,
  name: string,
  { label, keyType }: Manifest,
): Promise<Sql> {
  const ids = await findValues(work, model.label, where(name, 'isnull', false), name);
  const inOrder =
    ids.length === 0
      ? []
      : (await select(work, label, where('id', 'in', ids), { ordered: true, asReferred: true, ...viewerOf(work) })).map(
          (row) => row.id as string | number,
        );
  const alias = `rank_${at}_${name}`;
  joinBuilder.isOrderedAbroad = true;
  joinBuilder.joins.set(
    alias,
    sql.fragment`LEFT JOIN unnest(${idArray({ keyType }, inOrder)}) WITH ORDINALITY AS ${sql.identifier([alias])}(id, place) ON ${columnOf(alias, 'id')} = ${columnOf(at, name)}`,
  );
  return columnOf(alias, 'place');
}

/** Orders by a counter of the row `t`: what this service counts, and what the others say. */
export async function countedEverywhere(
  work: UnitOfWork,
  model: Model,
  joinBuilder: JoinBuilder,
  name: string,
  field: Field,
): Promise<Sql> {
  const here = localCount(work.engine, model, name, field);
  const abroad = sourcesAbroad(work.engine, model, name, field);
  if (abroad.length === 0) return here;
  const { flaggedBy } = field.options;
  const ids = await findIds(work, model.label, flaggedBy === undefined ? everything : where(flaggedBy, 'exact', true));
  const counts = [...(await countsAbroad(work, abroad, ids))];
  const alias = `count_${name}`;
  joinBuilder.isOrderedAbroad = true;
  joinBuilder.joins.set(
    alias,
    sql.fragment`LEFT JOIN unnest(${idArray(
      model,
      counts.map(([id]) => id),
    )}, ${sql.array(
      counts.map(([, count]) => count),
      'int8',
    )}) AS ${sql.identifier([alias])}(id, n) ON ${columnOf(alias, 'id')} = t.id`,
  );
  return sql.fragment`${here} + coalesce(${columnOf(alias, 'n')}, 0)`;
}
