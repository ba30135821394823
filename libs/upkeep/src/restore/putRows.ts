import { type Item, idArray, insertRows, type UnitOfWork } from '@plumbline/engine';
import type { Model, ObjectKey, Row } from '@plumbline/model';
import { sql } from '@plumbline/store';

/**
 * Puts rows of a model in the place of those with the same ids, within the transaction `work` is part of, without
 * rules, effects and change records. A late relation whose target is not there yet is left empty; answers whether there
 * was one.
 */
export async function putRows(work: UnitOfWork, model: Model, rows: Row[], late: readonly string[]): Promise<boolean> {
  const byId = new Map(rows.map((row) => [row.id as ObjectKey, row]));
  const wanted = [...byId.values()].map((row) => ({ ...row }));
  await keepSecrets(work, model, wanted);
  await work.sql.run(
    sql.unsafe`DELETE FROM ${sql.identifier([model.name])} WHERE id = ANY(${idArray(model, [...byId.keys()])})`,
  );
  let emptied = false;
  for (const name of late) if (await emptyUnlessThere(work, model, name, wanted)) emptied = true;
  await insertRows(
    work,
    model,
    wanted.map((row) => ({ row }) as unknown as Item),
  );
  return emptied;
}

/** What nobody was told stays as it is on objects that are there. */
async function keepSecrets(work: UnitOfWork, model: Model, rows: Row[]): Promise<void> {
  const secrets = Object.entries(model.fields).filter(([, { options }]) => options.withheldValue !== undefined);
  const keeping = rows.filter((row) => secrets.some(([name, { options }]) => row[name] === options.withheldValue));
  if (keeping.length === 0) return;
  const columns = ['id', ...secrets.map(([name]) => name)].map((name) => sql.identifier([name]));
  const ids = idArray(
    model,
    keeping.map((row) => row.id as ObjectKey),
  );
  const known = await work.sql.rows<Row>(
    sql.unsafe`SELECT ${sql.join(columns, sql.fragment`, `)} FROM ${sql.identifier([model.name])} WHERE id = ANY(${ids})`,
  );
  const byId = new Map(known.map((row) => [row.id, row]));
  for (const row of keeping)
    for (const [name, { options }] of secrets)
      if (row[name] === options.withheldValue) row[name] = byId.get(row.id)?.[name] ?? row[name];
}

async function emptyUnlessThere(work: UnitOfWork, model: Model, name: string, rows: Row[]): Promise<boolean> {
  const target = work.engine.models.get(model.fields[name]!.options.to!)!;
  const there = await present(
    work,
    target,
    rows.map((row) => row[name] as ObjectKey | null).filter((id) => id !== null),
  );
  if (target === model) for (const row of rows) there.add(row.id as ObjectKey);
  const early = rows.filter((row) => row[name] !== null && !there.has(row[name] as ObjectKey));
  for (const row of early) row[name] = null;
  return early.length > 0;
}

/** Of these objects of a model of this service those that are there. */
export async function present(work: UnitOfWork, model: Model, ids: ObjectKey[]): Promise<Set<ObjectKey>> {
  if (ids.length === 0) return new Set();
  const found = await work.sql.rows<{ id: ObjectKey }>(
    sql.unsafe`SELECT id FROM ${sql.identifier([model.name])} WHERE id = ANY(${idArray(model, [...new Set(ids)])})`,
  );
  return new Set(found.map(({ id }) => id));
}
