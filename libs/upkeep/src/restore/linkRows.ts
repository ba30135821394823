import { rowType, type UnitOfWork } from '@plumbline/engine';
import type { Model, ObjectKey, Row } from '@plumbline/model';
import { givenRows, sql } from '@plumbline/store';
import { present } from './putRows';

/** A relation of a row that leads to nothing. */
export interface Dangling {
  id: ObjectKey;
  field: string;
  target: ObjectKey;
}

/** Fills late relations, which were left empty, now that everything is there; answers those whose target is not. */
export async function linkRows(
  work: UnitOfWork,
  model: Model,
  rows: readonly Row[],
  late: readonly string[],
): Promise<Dangling[]> {
  const dangling: Dangling[] = [];
  // The last that is said of an object counts.
  const byId = new Map(rows.map((row) => [row.id as ObjectKey, row]));
  const living = await present(work, model, [...byId.keys()]);
  const wanted = [...byId.values()].filter((row) => living.has(row.id as ObjectKey));
  for (const name of late) {
    const target = work.engine.models.get(model.fields[name]!.options.to!)!;
    const named = wanted.map((row) => row[name] as ObjectKey | null).filter((id) => id !== null);
    const there = await present(work, target, named);
    const links = wanted.map((row) => ({ id: row.id, [name]: there.has(row[name] as ObjectKey) ? row[name] : null }));
    for (const row of wanted)
      if (row[name] !== null && !there.has(row[name] as ObjectKey))
        dangling.push({ id: row.id as ObjectKey, field: name, target: row[name] as ObjectKey });
    const column = (table: string) => sql.identifier([table, name]);
    await work.sql.run(sql.unsafe`
      UPDATE ${sql.identifier([model.name])} t SET ${sql.identifier([name])} = ${column('wanted')}
      FROM ${givenRows(rowType(work, model), links)} wanted
      WHERE t.id = wanted.id AND ${column('t')} IS DISTINCT FROM ${column('wanted')}`);
  }
  return dangling;
}
