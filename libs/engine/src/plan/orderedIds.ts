import type { Criteria, Model, ObjectKey } from '@plumbline/model';
import { sequence, sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import { keyFrom } from '../criteria/keys';
import { boundedBy } from '../criteria/patterns';
import { toSql } from '../criteria/toSql';
import { orderBy } from './order';
import { JoinBuilder } from './paths';

/**
 * The ids of all rows that match (criteria must be local), in the order of a list and in portions: what can be held of
 * a list that is too long to be held. They are kept as one text, 37 bytes an object.
 */
export async function orderedIds(
  work: UnitOfWork,
  model: Model,
  criteria: Criteria,
  sort: string[],
  portion: number,
): Promise<Generator<ObjectKey[]>> {
  const { engine } = work;
  const joinBuilder = new JoinBuilder(engine, model);
  const order = await orderBy(work, model, joinBuilder, sort);
  await joinBuilder.hide(work);
  const condition = toSql(engine, { model, alias: 't' }, criteria);
  const found = await boundedBy(work, criteria).sql.first<{ ids: string | null }>(sql.unsafe`
    SELECT string_agg(id::text, ',') AS ids FROM (
      SELECT t.id FROM ${sql.identifier([model.name])} t ${sequence([...joinBuilder.joins.values()])}
      WHERE ${condition} ORDER BY ${order}
    ) ordered`);
  return portions(found?.ids ?? '', portion, (id) => keyFrom(model, id));
}

/** Cuts a text of ids, without ever having all of them apart. */
function* portions(text: string, size: number, read: (id: string) => ObjectKey): Generator<ObjectKey[]> {
  for (let start = 0; start < text.length; ) {
    let end = start - 1;
    for (let count = 0; count < size && end < text.length; count++) {
      const comma = text.indexOf(',', end + 1);
      end = comma < 0 ? text.length : comma;
    }
    yield text.slice(start, end).split(',').map(read);
    start = end + 1;
  }
}
