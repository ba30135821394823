import { type Model, readUuid } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { Work } from '../engine';
import { blame, type Item } from './item';

/** The id a client chose for a new object; undefined when it left the choice to us. */
export const chosenKey = ({ body }: Item): unknown => (body as { id?: unknown }).id ?? undefined;

/**
 * Takes ids that clients chose for new objects: they make a create that is sent twice fail the second time, and let
 * objects keep their ids when they move here from elsewhere.
 */
export async function takeChosenKeys(work: Work, model: Model, items: Item[]): Promise<void> {
  const choosing =
    model.keyType === 'uuid' ? items.filter((item) => !item.before && chosenKey(item) !== undefined) : [];
  if (choosing.length === 0) return;
  for (const item of choosing) {
    const id = readUuid(chosenKey(item));
    if (id === undefined) blame(item, { id: ['Must be a valid UUID.'] });
    else item.row.id = id;
  }
  const ids = choosing.map((item) => item.row.id as string);
  const rows = await work.sql.rows<{ id: string }>(
    sql.unsafe`SELECT id FROM ${sql.identifier([model.name])} WHERE id = ANY(${sql.array(ids, 'uuid')})`,
  );
  const taken = new Set(rows.map((row) => row.id));
  for (const item of choosing) {
    const id = item.row.id as string;
    if (taken.has(id)) blame(item, { id: [`${model.title} with this id already exists.`] });
    taken.add(id);
  }
}
