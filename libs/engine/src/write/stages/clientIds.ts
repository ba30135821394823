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
 * Which of these ids objects have. Throws `TargetBeingDeleted` where one had it whose deletion other services have not carried out
 * yet: they would take what refers to the new one.
 */
async function findTaken(work: UnitOfWork, model: Model, ids: string[]): Promise<Set<string>> {
  const rows = await work.sql.rows<{ id: string; isGoing: boolean }>(sql.unsafe`
    SELECT id::text, false AS "isGoing" FROM ${sql.identifier([model.name])} WHERE id = ANY(${sql.array(ids, 'uuid')})
    UNION ALL SELECT id, true FROM unnest(${sql.array(ids, 'text')}) AS id
    WHERE EXISTS (SELECT FROM pending_deletion WHERE payload #> ${sql.array(['toDelete', model.label], 'text')} ? id)`);
  if (rows.some(({ isGoing }) => isGoing)) throw new TargetBeingDeleted('An object with this id is being deleted.');
  return new Set(rows.map(({ id }) => id));
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
  const taken = await findTaken(work, model, ids);
  for (const [item, id] of choosing) {
    if (!taken.has(id)) item.row.id = id;
    else if (!fromTable && !isCopy(item)) addError(item, { id: [`${model.title} with this id already exists.`] });
    taken.add(id);
  }
  const chosen = choosing.flatMap(([item, id]) => (item.row.id === id ? [id] : []));
  if (chosen.length > 0) await work.sql.run(referredFrom(model, chosen));
}
