import {
  changeObjects,
  createObjects,
  loadByIds,
  modelReader,
  removeUnreferenced,
  savepoint,
  type UnitOfWork,
  writeValid,
} from '@plumbline/engine';
import { allOf, type Model, type Row, where } from '@plumbline/model';
import type { Report } from '../report';
import type { Wanted, WantedOfKind } from './wanted';

/** Objects of one kind that come from repositories. */
export interface Kind {
  model: Model;
  /** What tells objects of one repository apart, as files do. */
  keyOf: (row: Row) => string;
  keyValues: string[];
}

interface Found extends Wanted {
  id: string;
}

/**
 * Makes the objects of one kind that belong to a repository what its files want them to be, as part of a transaction.
 * Objects that are so already are not touched. Answers those that are not wanted any more and were not removed here,
 * since other services may refer to them.
 */
export async function applyOwned(
  work: UnitOfWork,
  { model, keyOf, keyValues }: Kind,
  owner: Row,
  { wanted, complete }: WantedOfKind,
  tell: Report,
): Promise<string[]> {
  const part = model.plural;
  const ofOwner = allOf(
    where('owner_content_type', 'exact', 'extras.gitrepository'),
    where('owner_object_id', 'exact', owner.id),
  );
  const stored = await modelReader(work).select(model.label, ofOwner, keyValues);
  const ids = new Map(stored.map((row) => [keyOf(row), row.id as string]));
  const report = ({ path, key }: Wanted, fault: string) => tell('error', `${key}: ${fault}`, { path, part });

  const known = wanted.flatMap((each): Found[] => (ids.has(each.key) ? [{ ...each, id: ids.get(each.key)! }] : []));
  const changed = await thoseThatChange(work, model, known, report);
  for (const [{ path, key }] of await writeValid(work, changed, (list) => change(work, model, list), report))
    tell('success', `${key} was changed.`, { path, part });

  const news = wanted.filter(({ key }) => !ids.has(key));
  const create = (list: Wanted[]) =>
    createObjects(
      work,
      model,
      list.map(({ body }) => ({
        ...body,
        owner_content_type: 'extras.gitrepository',
        owner_object_id: owner.id,
      })),
    );
  for (const [{ path, key }] of await writeValid(work, news, create, report))
    tell('success', `${key} was added.`, { path, part });

  const keys = new Set(wanted.map(({ key }) => key));
  const unwanted = stored.filter((row) => !keys.has(keyOf(row)));
  if (unwanted.length === 0) return [];
  if (!complete) {
    tell('warning', `Some of the ${part} could not be read, so none that are missing were removed.`, { part });
    return [];
  }
  const gone = unwanted.map(({ id }) => id as string);
  if (work.engine.catalog.referrers(model.label).length > 0) return gone;
  await removeUnreferenced(work, model, gone);
  for (const row of unwanted) tell('success', `${keyOf(row)} was removed.`, { part });
  return [];
}

const change = (work: UnitOfWork, model: Model, list: Found[]): Promise<Row[]> =>
  changeObjects(
    work,
    model,
    list.map(({ id, body }) => ({ id, body })),
    { mode: 'change', errors: 'list' },
  );

/** Thrown to undo a write that was only made to see what would come of it. */
class OnlyTried extends Error {}

/** The objects that a write would change: it is made, looked at and undone. What it would refuse is reported. */
async function thoseThatChange(
  work: UnitOfWork,
  model: Model,
  known: Found[],
  report: (item: Wanted, fault: string) => void,
): Promise<Found[]> {
  const changed: Found[] = [];
  try {
    await savepoint(work, async () => {
      const before = new Map(
        (
          await loadByIds(
            work,
            model,
            known.map(({ id }) => id),
            true,
          )
        ).map((row) => [row.id, row]),
      );
      const written = await writeValid(work, known, (list) => change(work, model, list), report);
      for (const [item, row] of written) if (differs(model, before.get(item.id)!, row)) changed.push(item);
      throw new OnlyTried();
    });
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error;
  }
  return changed;
}

/** Whether two states of an object differ in more than the time of the last write. */
const differs = (model: Model, before: Row, after: Row): boolean =>
  Object.entries(model.fields).some(
    ([name, field]) =>
      field.stored && name !== 'last_updated' && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
