import { Problem, problems } from '@plumbline/http';
import { allOf, type Criteria, everything, type Model, nothing, suffixesOf } from '@plumbline/model';
import { z } from 'zod/v4';
import type { UnitOfWork } from '../core/engine';
import { demandAsker } from '../core/messages/gatewayStatement';
import { identity } from '../core/messages/messages';
import { asViewer } from '../core/viewer';
import { localize } from '../criteria/localize';
import { boundedBy } from '../criteria/patterns';
import { toSql } from '../criteria/toSql';
import { lookupWords } from '../filter/lookupWords';
import { readFilters } from '../filter/readFilters';
import { allowed } from '../permissions/permissions';
import { countRows } from '../plan/counting';

export const totalsRequest = z.object({ models: z.array(z.string()), identity });

export const referringRequest = z.object({
  id: z.string(),
  /** Filters of lists, by which each finds what refers to the object. */
  lists: z.array(z.object({ model: z.string(), filter: z.string() })),
  identity,
});

/** `lookups`: by which parameters of a list objects can be found by a field. */
export const lookupsRequest = z.object({ field_name: z.string() });

/** Answers `service.totals`: how many objects of each model the caller may see; null without the permission to look. */
export async function totalsOf(work: UnitOfWork, payload: unknown): Promise<Record<string, number | null>> {
  // The gateway knows whom it asks for.
  demandAsker(work, 'gateway');
  const { models, identity } = totalsRequest.parse(payload);
  const asking: UnitOfWork = { ...work, scope: { ...work.scope, identity } };
  const totals = await Promise.all(
    models.map(async (label): Promise<[string, number | null]> => {
      const model = work.engine.models.get(label);
      return [label, model ? await totalOf(asking, model) : null];
    }),
  );
  return Object.fromEntries(totals);
}

/**
 * Answers `service.referring`: how many objects lists would show of those that refer to an object; null without the
 * permission to look.
 */
export async function referringOf(work: UnitOfWork, payload: unknown): Promise<(number | null)[]> {
  demandAsker(work, 'gateway');
  const { id, lists, identity } = referringRequest.parse(payload);
  const asking = asViewer({ ...work, scope: { ...work.scope, identity } });
  return Promise.all(
    lists.map(async ({ model: label, filter }) => {
      const model = work.engine.models.get(label);
      return model ? await totalOf(asking, model, () => referringTo(asking, model, filter, id)) : null;
    }),
  );
}

/** The objects that a filter finds by one; none where it takes only some of them, and not this. */
async function referringTo(work: UnitOfWork, model: Model, filter: string, id: string): Promise<Criteria> {
  try {
    return await readFilters(work, model, new Map([[filter, [id]]]));
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return nothing;
    throw error;
  }
}

async function totalOf(
  work: UnitOfWork,
  model: Model,
  filtered: () => Promise<Criteria> = async () => everything,
): Promise<number | null> {
  const seen = await allowed(work, model, 'view');
  if (!seen) return null;
  const restricted = model.restrict ? allOf(seen, model.restrict(work.scope.identity)) : seen;
  const criteria = await localize(work, model, allOf(restricted, await filtered()));
  return countRows(boundedBy(work, criteria), model, criteria, toSql(work.engine, { model, alias: 't' }, criteria));
}

/** Answers `<model>.lookups`: the parameters that filter by a field, with words for each. */
export async function lookupsOf(
  _work: UnitOfWork,
  model: Model,
  payload: unknown,
): Promise<{ id: string; name: string }[]> {
  const { field_name: name } = lookupsRequest.parse(payload);
  const filter = model.filters[name];
  if (!filter) throw problems.notFound();
  return ['', ...suffixesOf(model, filter)].map((suffix) => ({
    id: suffix === '' ? name : `${name}__${suffix}`,
    name: lookupWords(suffix),
  }));
}
