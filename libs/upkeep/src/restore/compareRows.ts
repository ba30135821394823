import type { Model, ObjectKey, Row } from '@plumbline/model';
import { givenRows, type Queryable, sql } from '@plumbline/store';
import { dumpedColumns, withheldColumns } from '../dump/columns';

/** An object that is stored otherwise than a row has it. */
export interface Difference {
  id: ObjectKey;
  /** The columns that differ; none: there is no such object. */
  columns: string[];
}

/** Compares rows with what is stored of the same objects, as far as clients see it. */
export async function compareRows(
  run: Queryable,
  schema: string,
  model: Model,
  rows: readonly Row[],
): Promise<Difference[]> {
  const masked = withheldColumns(model).filter(([, { kind }]) => kind.mask);
  const names = [...dumpedColumns(model), ...masked].map(([name]) => name);
  const table = sql.identifier([schema, model.name]);
  const of = (alias: string) =>
    sql.join(
      names.map((name) => sql.identifier([alias, name])),
      sql.fragment`, `,
    );
  const found = await run.rows<{ id: ObjectKey; there: Row; here: Row | null }>(sql.unsafe`
    SELECT wanted.id, to_jsonb(wanted) AS there, CASE WHEN t.id IS NOT NULL THEN to_jsonb(t) END AS here
    FROM ${givenRows(sql.fragment`${table}`, rows)} wanted LEFT JOIN ${table} t ON t.id = wanted.id
    WHERE t.id IS NULL OR ROW(${of('t')}) IS DISTINCT FROM ROW(${of('wanted')})`);
  return found.flatMap(({ id, there, here }) => {
    const columns = here
      ? names.filter((name) => textOf(model, name, there[name]) !== textOf(model, name, here[name]))
      : [];
    return here && columns.length === 0 ? [] : [{ id, columns }];
  });
}

/** A value to be compared: sets of other objects have no order. */
function textOf({ fields }: Model, name: string, value: unknown): string {
  const isSet = Array.isArray(value) && fields[name]?.isSet;
  return JSON.stringify(isSet ? [...(value as unknown[])].sort() : value);
}
