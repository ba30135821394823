import { Problem, problems, type Query } from '@plumbline/http';
import { allOf, type Model, type ObjectKey, where } from '@plumbline/model';
import { foreignManifest, ownModel, type UnitOfWork } from '../core/engine';
import { ask, findIds } from '../core/messages/ask';
import { matchingRequest } from '../core/messages/messages';
import { addedFilter, findFilter, readFilters } from './readFilters';

/** Of these objects of any model, those that a relationship's filter lets pass. */
export async function matching(
  work: UnitOfWork,
  label: string,
  filter: Record<string, unknown>,
  ids: ObjectKey[],
): Promise<Set<ObjectKey>> {
  const own = ownModel(work.engine, label);
  if (own) return new Set(await matchingHere(work, own, { filter, ids }));
  const foreign = foreignManifest(work.engine, label);
  return new Set(foreign ? await ask<ObjectKey[]>(work, foreign.app, foreign.name, 'matching', { filter, ids }) : []);
}

/** Answers `matching` for a model of this service. */
export async function matchingHere(work: UnitOfWork, model: Model, payload: unknown): Promise<ObjectKey[]> {
  const { filter, ids } = matchingRequest.parse(payload);
  for (const name of Object.keys(filter))
    if (!findFilter(model, name) && !addedFilter(work, model, name)?.choosesObjects)
      throw problems.field(
        name,
        `'${name}' is not a valid filter parameter for ${model.app}.${model.className} object`,
      );
  const criteria = await readFilters(work, model, queryOf(filter));
  return ids.length === 0 ? [] : findIds(work, model.label, allOf(where('id', 'in', ids), criteria));
}

/** Whether a filter was refused because it means nothing: its parameters are told. That it takes too long is said of none. */
export const meansNothing = (error: unknown): boolean =>
  error instanceof Problem && error.status === 400 && !('detail' in error.body);

const queryOf = (filter: Record<string, unknown>): Query =>
  new Map(
    Object.entries(filter).map(([name, value]) => [
      name,
      [value].flat().map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))),
    ]),
  );
