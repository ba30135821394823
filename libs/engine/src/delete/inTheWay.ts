import type { Label, Model, Row } from '@plumbline/model';
import { type Queryable, type Sql, sql } from '@plumbline/store';
import type { Protector } from '../core/messages/messages';
import { keyFrom } from '../criteria/keys';

/** Most objects in the way that are named. */
export const namedProtectors = 100;

/** Rows of a model that stand in the way of a deletion: those, as `t`, that meet a condition. */
export interface InTheWay {
  model: Pick<Model, 'label' | 'name' | 'keyType'>;
  condition: Sql;
}

/** Objects of a model by id, with what messages call them as `display`. */
export type NameObjects = (label: Label, ids: (string | number)[]) => Promise<Row[]>;

/**
 * Counts all that stands in the way, however much that is, and names the first by place among these looks and by id: one
 * statement for all of them, and `name` once for each model. A row that several of them find is named and counted by each.
 */
export async function protectorsAmong(
  run: Pick<Queryable, 'rows'>,
  looks: readonly InTheWay[],
  name: NameObjects,
): Promise<Protector[]> {
  if (looks.length === 0) return [];
  // All are counted: with a limit PostgreSQL would expect to meet some soon, and read whole tables in the order of their keys.
  const parts = looks.map(
    ({ model, condition }, place) =>
      sql.fragment`SELECT ${place}::int4 AS place, count(*)::int4 AS found, ((array_agg(t.id ORDER BY t.id))[1:${namedProtectors}::int4])::text[] AS ids FROM ${sql.identifier([model.name])} t WHERE ${condition} HAVING count(*) > 0`,
  );
  const met = await run.rows<{ place: number; found: number; ids: string[] }>(
    sql.unsafe`${sql.join(parts, sql.fragment` UNION ALL `)} ORDER BY place`,
  );
  const first = met
    .flatMap(({ place, ids }) => ids.map((id) => ({ model: looks[place]!.model, id })))
    .slice(0, namedProtectors);
  const names = await namesOf(first, name);
  // What is gone by now was in the way when it was counted.
  const named = first.map(({ model: { label }, id }) => ({ label, id, display: names.get(`${label} ${id}`) ?? id }));
  const others = met.reduce((sum, { found }) => sum + found, 0) - named.length;
  return others === 0 ? named : named.map((one, index) => (index === named.length - 1 ? { ...one, others } : one));
}

async function namesOf(
  found: readonly { model: InTheWay['model']; id: string }[],
  name: NameObjects,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const labels = new Set(found.map(({ model }) => model.label));
  for (const label of labels) {
    const ids = found.filter(({ model }) => model.label === label).map(({ model, id }) => keyFrom(model, id));
    for (const { id, display } of await name(label, ids)) names.set(`${label} ${id}`, String(display));
  }
  return names;
}
