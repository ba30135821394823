import { type Label, type ModelReader, type Row, where } from '@plumbline/model';

/**
 * The values of the objects that rows name by a relation, by their ids: as the rows have them under dotted paths, else
 * one question for all rows.
 */
export async function valuesOf(
  { select }: ModelReader,
  rows: Row[],
  relation: string,
  label: Label,
  values: string[],
): Promise<Map<unknown, Row>> {
  const leading = rows.filter((row) => row[relation] !== null);
  if (leading.every((row) => values.every((value) => Object.hasOwn(row, `${relation}.${value}`))))
    return new Map(
      leading.map((row) => [
        row[relation],
        Object.fromEntries(values.map((value) => [value, row[`${relation}.${value}`]])),
      ]),
    );
  const ids = [...new Set(leading.map((row) => row[relation]))];
  const found = await select(label, where('id', 'in', ids), values);
  return new Map(found.map((row) => [row.id, row]));
}

/** Ids that may be missing, alone or in a list, as a list. */
export const listed = (ids: unknown): string[] => [ids ?? []].flat() as string[];
