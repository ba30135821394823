import type { Engine } from '@plumbline/engine';
import type { Field, Model } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';

/** Objects of one model that name models of an app as a content type. */
export interface Naming {
  engine: Engine;
  model: Model;
  field: string;
  /** It names several; otherwise the object is about the app alone. */
  isList: boolean;
  ids: (string | number)[];
}

/** Everything that names models of an app, in the services that stay. */
export async function namingsOf(engines: Iterable<Engine>, app: string): Promise<Naming[]> {
  const found: Naming[] = [];
  for (const engine of engines)
    for (const model of engine.models.values())
      for (const [name, field] of Object.entries(model.fields)) {
        if (!field.stored || !field.kind.namesContentTypes) continue;
        const rows = await engine.database.rows<{ id: string | number }>(
          sql.unsafe`SELECT id FROM ${sql.identifier([model.name])} WHERE ${names(name, field, app)} ORDER BY id`,
        );
        if (rows.length > 0)
          found.push({ engine, model, field: name, isList: field.isSet, ids: rows.map(({ id }) => id) });
      }
  return found;
}

/** Whether a column names a model of the app; no name of an app has characters that LIKE takes for others. */
function names(name: string, field: Field, app: string): Sql {
  const column = sql.identifier([name]);
  const pattern = `${app}.%`;
  return field.isSet
    ? sql.fragment`EXISTS (SELECT FROM unnest(${column}) AS label WHERE label LIKE ${pattern})`
    : sql.fragment`${column} LIKE ${pattern}`;
}

/** Which of these objects name nothing but models of the app. */
export async function namingNothingElse({ engine, model, field, ids }: Naming, app: string): Promise<Set<unknown>> {
  const rows = await engine.database.rows<{ id: string | number }>(sql.unsafe`
    SELECT id FROM ${sql.identifier([model.name])}
    WHERE id::text = ANY(${sql.array(ids.map(String), 'text')})
      AND NOT EXISTS (SELECT FROM unnest(${sql.identifier([field])}) AS label WHERE label NOT LIKE ${`${app}.%`})`);
  return new Set(rows.map(({ id }) => id));
}
