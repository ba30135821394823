import { isDeepStrictEqual } from 'node:util';
import {
  type BusHandler,
  byRequest,
  type ChangeRecord,
  changeObjects,
  modelReader,
  type UnitOfWork,
  unitOfWork as workOf,
  writeValid,
  writing,
} from '@plumbline/engine';
import { allOf, anyOf, type Label, type Model, type Row, where } from '@plumbline/model';
import { type KeptLocalContexts, type LocalContexts, localContexts } from './messages';

const [data, ownerType, ownerId] = [
  'local_config_context_data',
  'local_config_context_data_owner_content_type',
  'local_config_context_data_owner_object_id',
] as const;

const nothing: Row = { [data]: null, [ownerType]: null, [ownerId]: null, local_config_context_schema: null };

/**
 * Gives objects of a model the data of their own that come from an owner, and takes those away that do not any more.
 */
export const keepLocalContexts =
  (label: Label): BusHandler =>
  ({ engine, scope }, payload): Promise<KeptLocalContexts> => {
    const request = localContexts.parse(payload);
    const identity = { ...scope.identity, ...request.identity };
    return writing(workOf(engine, { ...scope, identity, dryRun: request.dryRun }), (work) =>
      keep(work, engine.models.get(label)!, request),
    );
  };

async function keep(
  work: UnitOfWork,
  model: Model,
  { owner, contexts, partial }: LocalContexts,
): Promise<KeptLocalContexts> {
  const number = work.engine.catalog.contentTypeNumber(owner.label);
  const named = where(
    'name',
    'in',
    contexts.map(({ name }) => name),
  );
  const rows = await modelReader(work).select(model.label, anyOf(named, ownedBy([owner.id])), [
    'name',
    data,
    ownerType,
    ownerId,
  ]);
  const isOwn = (row: Row) => row[ownerId] === owner.id;
  const faults: KeptLocalContexts['faults'] = [];
  const report = ({ name }: { name: unknown }, fault: string) => faults.push({ name: String(name), fault });

  const bodies: (Row & { name: string })[] = [];
  const stay = new Set<unknown>();
  for (const context of contexts) {
    const [row, another] = rows.filter(({ name }) => name === context.name);
    if (row && isOwn(row)) stay.add(row.id);
    if (!row) report(context, `There is no ${model.title} of this name.`);
    else if (another) report(context, `There are several ${model.plural} of this name.`);
    else if (row[ownerId] !== null && !isOwn(row)) report(context, 'Its data come from somewhere else already.');
    else if (!isOwn(row) || !isSame(row[data], context.data))
      bodies.push({ name: context.name, id: row.id, [data]: context.data, [ownerType]: number, [ownerId]: owner.id });
  }
  const changed = await change(work, model, bodies, report);
  const leaving = partial ? [] : rows.filter((row) => isOwn(row) && !stay.has(row.id));
  const cleared = await change(
    work,
    model,
    leaving.map(({ id, name }) => ({ ...nothing, id, name })),
    report,
  );
  return { changed, cleared, faults };
}

/** Answers the names of those that were changed. */
async function change(
  work: UnitOfWork,
  model: Model,
  bodies: Row[],
  report: (item: { name: unknown }, fault: string) => void,
): Promise<string[]> {
  const written = await writeValid(
    work,
    bodies as (Row & { name: unknown })[],
    (list) =>
      changeObjects(
        work,
        model,
        list.map(({ id, name: _, ...body }) => ({ id: id as string, body })),
        { mode: 'change', errors: 'list' },
      ),
    report,
  );
  return written.map(([{ name }]) => String(name));
}

/** Whether two JSON values say the same, in whatever order their keys stand. */
const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(copyOf(one), copyOf(other));
const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const ownedBy = (ids: string[]) => where(ownerId, 'in', ids);

/**
 * Takes away the data of its own that objects of a model had from owners that are gone. What is refused is logged: it
 * would be refused again, and what else has changed must not wait for it. What only has to wait, for a deletion that is not decided
 * yet, is taken in once more.
 */
export const loseLocalContexts =
  (label: Label) =>
  async (work: UnitOfWork, changes: ChangeRecord[]): Promise<void> => {
    for (const [own, records] of byRequest(work, changes)) {
      const gone = records.filter(({ action }) => action === 'delete').map(({ object_id }) => object_id);
      if (gone.length === 0) continue;
      const criteria = allOf(ownedBy(gone), where(ownerType, 'isnull', false));
      const rows = await modelReader(own).select(label, criteria, ['name']);
      const bodies = rows.map(({ id, name }) => ({ ...nothing, id, name }));
      await change(own, own.engine.models.get(label)!, bodies, ({ name }, fault) =>
        own.engine.log.warn({ label, name, fault }, 'data of an owner that is gone could not be taken away'),
      );
    }
  };
