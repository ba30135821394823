import { idArray, type UnitOfWork } from '@plumbline/engine';
import type { Field, Model, ObjectKey, Row } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import type { Defaults } from './ledger';

/**
 * Makes way for rows: a default object that goes by a name one of them has becomes that one. Answers the defaults
 * without those that the rows bring.
 */
export async function mergeDefaults(
  work: UnitOfWork,
  model: Model,
  rows: Row[],
  defaults: Defaults,
): Promise<Defaults> {
  const ids = defaults[model.label] ?? [];
  if (ids.length === 0) return defaults;
  const stored = await work.sql.rows<Row>(
    sql.unsafe`SELECT * FROM ${sql.identifier([model.name])} WHERE id = ANY(${idArray(model, ids)})`,
  );
  const brought = new Set(rows.map((row) => row.id as ObjectKey));
  const merged = new Set<ObjectKey>(ids.filter((id) => brought.has(id)));
  for (const names of namesOf(model)) {
    const byName = new Map(rows.map((row) => [nameOf(row, names), row.id as ObjectKey]));
    for (const row of stored) {
      const [id, next] = [row.id as ObjectKey, byName.get(nameOf(row, names))];
      if (next === undefined || merged.has(id)) continue;
      await rename(work, model, id, next);
      merged.add(id);
    }
  }
  return { ...defaults, [model.label]: ids.filter((id) => !merged.has(id)) };
}

/** The sets of columns by which one object of a model is told from all others. */
const namesOf = (model: Model): string[][] => [
  ...Object.entries(model.fields).flatMap(([name, { options }]) => (options.unique ? [[name]] : [])),
  ...model.unique.map(({ fields }) => fields),
];

const nameOf = (row: Row, names: string[]): string => JSON.stringify(names.map((name) => row[name] ?? null));

/**
 * Gives an object another id, and has those of this service that refer to it follow; no default refers to other
 * services.
 */
async function rename(work: UnitOfWork, model: Model, from: ObjectKey, to: ObjectKey): Promise<void> {
  const table = sql.identifier([model.name]);
  await work.sql.run(sql.unsafe`UPDATE ${table} SET id = ${to} WHERE id = ${from}`);
  for (const { referrer, name, field } of referring(work, model)) {
    const column = sql.identifier([name]);
    const next = field.isMany ? sql.fragment`array_replace(${column}, ${from}, ${to})` : sql.fragment`${to}`;
    await work.sql.run(
      sql.unsafe`UPDATE ${sql.identifier([referrer.name])} SET ${column} = ${next} WHERE ${refersTo(sql.fragment`${column}`, field, from)}`,
    );
  }
}

const refersTo = (column: Sql, { isMany }: Field, id: ObjectKey): Sql =>
  isMany ? sql.fragment`${id} = ANY(${column})` : sql.fragment`${column} = ${id}`;

/** Relations of models of this service that lead to one of them. */
function referring({ engine }: UnitOfWork, model: Model): { referrer: Model; name: string; field: Field }[] {
  return [...engine.models.values()].flatMap((referrer) =>
    Object.entries(referrer.fields)
      .filter(([, field]) => field.stored && field.options.to === model.label)
      .map(([name, field]) => ({ referrer, name, field })),
  );
}

/**
 * Takes defaults away that the file has not brought though it is about their model, with the defaults that hang on
 * them.
 */
export async function dropDefaults(work: UnitOfWork, model: Model, defaults: Defaults): Promise<void> {
  const ids = defaults[model.label] ?? [];
  if (ids.length === 0) return;
  for (const { referrer, name, field } of referring(work, model)) {
    const theirs = defaults[referrer.label] ?? [];
    if (field.isMany || field.options.nullable || theirs.length === 0) continue;
    await work.sql.run(sql.unsafe`
      DELETE FROM ${sql.identifier([referrer.name])}
      WHERE ${sql.identifier([name])} = ANY(${idArray(model, ids)}) AND id = ANY(${idArray(referrer, theirs)})`);
  }
  await work.sql.run(sql.unsafe`DELETE FROM ${sql.identifier([model.name])} WHERE id = ANY(${idArray(model, ids)})`);
}
