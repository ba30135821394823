import { type Model, readUuid } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { referredFrom } from '../../core/deletions/referredFrom';
import type { UnitOfWork } from '../../core/engine';
import { addError, type Item } from '../../core/item';
import { TargetBeingDeleted } from '../locks/notBeingDeleted';

/** Keys of every object we show: a body that has one is a copy of an object, whose id is that object's. */
const onlyShown = ['url', 'display', 'natural_slug'];

const isCopy = ({ body }: Item): boolean => onlyShown.some((key) => Object.hasOwn(body as object, key));

/** The id a client chose for a new object; undefined when it left the choice to us. */
const chosenKey = (item: Item): string | undefined =>
  item.before ? undefined : readUuid((item.body as { id?: unknown }).id);

/**
 * Which of these ids objects have, or had until a deletion that other services have not carried out yet (`isGoing`): they would
 * take what refers to a new one along.
 */
async function findTaken(work: UnitOfWork, model: Model, ids: string[]): Promise<{ id: string; isGoing: boolean }[]> {
  const going = sql.fragment`coalesce(payload #> ${sql.array(['toDelete', model.label], 'text')}, '[]')`;
  return work.sql.rows(sql.unsafe`
    SELECT id::text, false AS "isGoing" FROM ${sql.identifier([model.name])} WHERE id = ANY(${sql.array(ids, 'uuid')})
    UNION ALL SELECT gone.id, true FROM pending_deletion CROSS JOIN LATERAL jsonb_array_elements_text(${going}) AS gone(id)
    WHERE gone.id = ANY(${sql.array(ids, 'text')})`);
}

/**
 * Takes ids that clients chose for new objects: they make a create that is sent twice fail the second time, and let
 * objects keep their ids when they move here from elsewhere. The contract knows no chosen ids, so what its clients may
 * send is passed over: an id that is none, and one that is taken in a copy of an object or a row of a table.
 */
export async function takeClientIds(work: UnitOfWork, model: Model, items: Item[], fromTable: boolean): Promise<void> {
  if (model.keyType !== 'uuid') return;
  const choosing = items.flatMap((item): [Item, string][] => {
    const id = chosenKey(item);
    return id === undefined ? [] : [[item, id]];
  });
  if (choosing.length === 0) return;
  const ids = choosing.map(([, id]) => id);
  const found = await findTaken(work, model, ids);
  const going = new Set(found.flatMap(({ id, isGoing }) => (isGoing ? [id] : [])));
  const taken = new Set(found.map(({ id }) => id));
  for (const [item, id] of choosing) {
    if (!taken.has(id)) item.row.id = id;
    else if (fromTable || isCopy(item)) continue;
    else if (going.has(id)) throw new TargetBeingDeleted('An object with this id is being deleted.');
    else addError(item, { id: [`${model.title} with this id already exists.`] });
    taken.add(id);
  }
  const chosen = choosing.flatMap(([item, id]) => (item.row.id === id ? [id] : []));
  if (chosen.length > 0) await work.sql.run(referredFrom(model, chosen));
}
