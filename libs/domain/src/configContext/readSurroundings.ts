import { type Label, type ModelReader, type Row, where } from '@plumbline/model';

/** The values of the objects that rows name by a relation, by their ids: one question for all rows. */
export async function valuesOf(
  { select }: ModelReader,
  rows: Row[],
  relation: string,
  label: Label,
  values: string[],
): Promise<Map<unknown, Row>> {
  const ids = [...new Set(rows.map((row) => row[relation]).filter((id) => id !== null))];
  const found = ids.length === 0 ? [] : await select(label, where('id', 'in', ids), values);
  return new Map(found.map((row) => [row.id, row]));
}

/** Ids that may be missing, alone or in a list, as a list. */
export const listed = (ids: unknown): string[] => [ids ?? []].flat() as string[];
