import { type Criteria, type ModelReader, partsOfLabel, type Row, where } from '@plumbline/model';
import type { SelectOptions, UnitOfWork, Viewer } from '../engine';
import { lastReply } from '../transactions/commit';
import { viewerOf } from '../viewer';
import type { QueryReply, QueryRequest } from './messages';
import { isReadOnlyVerb } from './readOnlyVerbs';

/**
 * Asks another service, counting the call. A transaction holds locks that others wait for, so what it asks is asked
 * again where that does no harm: whoever was asked may have died with the question.
 */
export async function ask<T>(work: UnitOfWork, app: string, model: string, verb: string, payload: unknown): Promise<T> {
  const { engine, scope, afterCommit, entered } = work;
  if (entered) await entered;
  scope.cost.bus++;
  const { requestId, vouched, origin, mayBeOld, dryRun } = scope;
  return engine.bus.request<T>({ app, model, verb }, payload, {
    requestId,
    asker: engine.app,
    ...(vouched ? { vouched } : {}),
    ...(origin ? { origin } : {}),
    deadline: lastReply(scope),
    ...(mayBeOld === undefined ? {} : { mayBeOld }),
    ...(dryRun ? { dryRun } : {}),
    ...(afterCommit && isReadOnlyVerb(model, verb) ? { repeatable: true } : {}),
  });
}

/** Objects of any model of any service that match, with the values asked for; `id` is always among them. */
export const select = (work: UnitOfWork, label: string, criteria: Criteria, options?: SelectOptions): Promise<Row[]> =>
  work.engine.select(work, label, criteria, options);

/** The distinct values of one column among the objects that match. */
export const findValues = (
  work: UnitOfWork,
  label: string,
  criteria: Criteria,
  column: string,
  options?: Viewer,
): Promise<unknown[]> => work.engine.findValues(work, label, criteria, column, options);

/** Values of fields of the objects of any model of any service that match; nothing of a model that nobody has. */
export const query = (work: UnitOfWork, label: string, request: QueryRequest): Promise<QueryReply> =>
  work.engine.query(work, label, request);

/** The ids of the objects that match. */
export async function findIds(work: UnitOfWork, label: string, criteria: Criteria): Promise<(string | number)[]> {
  return (await select(work, label, criteria)).map((row) => row.id as string | number);
}

/** The ids of the objects that match and that the caller may view. */
export async function findVisible(work: UnitOfWork, label: string, criteria: Criteria): Promise<(string | number)[]> {
  const { identity } = work.scope;
  const options = identity.isSuperuser ? {} : { viewer: { ...identity } };
  return (await select(work, label, criteria, options)).map((row) => row.id as string | number);
}

/** The objects with these ids, by id; of what whoever looks may view, where that decides. */
export async function selectByIds(
  work: UnitOfWork,
  label: string,
  ids: unknown[],
  values: string[] = [],
): Promise<Map<unknown, Row>> {
  if (ids.length === 0) return new Map();
  const rows = await select(work, label, where('id', 'in', ids), { values, ...viewerOf(work) });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The questions that rules and fields ask, as part of a piece of work. */
export const modelReader = (work: UnitOfWork): ModelReader => ({
  select: (label, criteria, values = []) => select(work, label, criteria, { values }),
  ask: (label, verb, payload) => {
    const { app, model } = partsOfLabel(label);
    return ask(work, app, model, verb, payload);
  },
  ...viewerOf(work),
});
