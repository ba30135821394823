import { type Asking, allOf, type Criteria, type Row, where } from '@plumbline/model';
import { bounded, hasPattern } from '../criteria/patterns';
import { ask, foreignManifest, ownModel, type Work } from '../engine';
import { visibleTo } from '../permissions';
import { queryRows } from '../read/queryRows';
import { distinctValues, selectValues } from '../read/values';
import type { FindRequest, QueryReply, QueryRequest } from './messages';

/** Objects of any model of any service that match, with the values asked for; `id` is always among them. */
export async function select(
  work: Work,
  label: string,
  criteria: Criteria,
  options: Omit<FindRequest, 'criteria' | 'distinct'> = {},
): Promise<Row[]> {
  const own = ownModel(work.engine, label);
  if (own) {
    const visible = options.viewer ? allOf(criteria, await visibleTo(work, own, options.viewer)) : criteria;
    return selectValues(hasPattern(visible) ? bounded(work) : work, own, visible, options);
  }
  const foreign = foreignManifest(work.engine, label);
  if (!foreign) return [];
  return ask<Row[]>(work, foreign.app, foreign.name, 'find', { criteria, ...options });
}

/** Values of fields of the objects of any model of any service that match; nothing of a model that nobody has. */
export async function query(work: Work, label: string, request: QueryRequest): Promise<QueryReply> {
  const own = ownModel(work.engine, label);
  if (own) return queryRows(work, own, request);
  const foreign = foreignManifest(work.engine, label);
  return foreign ? ask<QueryReply>(work, foreign.app, foreign.name, 'query', request) : [];
}

/** The questions that rules and fields ask, as part of a piece of work. */
export const asking = (work: Work): Asking => ({
  select: (label, criteria, values = []) => select(work, label, criteria, { values }),
  ask: (label, verb, payload) => {
    const [app, name] = label.split('.') as [string, string];
    return ask(work, app, name, verb, payload);
  },
});

/** The ids of the objects that match. */
export async function findIds(work: Work, label: string, criteria: Criteria): Promise<(string | number)[]> {
  return (await select(work, label, criteria)).map((row) => row.id as string | number);
}

/** The ids of the objects that match and that the caller may view. */
export async function findVisible(work: Work, label: string, criteria: Criteria): Promise<(string | number)[]> {
  const { identity } = work.scope;
  const options = identity.isSuperuser ? {} : { viewer: { ...identity } };
  return (await select(work, label, criteria, options)).map((row) => row.id as string | number);
}

/** The distinct values of one column among the objects that match. */
export async function findValues(work: Work, label: string, criteria: Criteria, column: string): Promise<unknown[]> {
  const own = ownModel(work.engine, label);
  if (own) return distinctValues(work, own, criteria, column);
  const foreign = foreignManifest(work.engine, label);
  return foreign ? ask<unknown[]>(work, foreign.app, foreign.name, 'find', { criteria, distinct: column }) : [];
}

/** The objects with these ids, by id. */
export async function selectByIds(
  work: Work,
  label: string,
  ids: unknown[],
  values: string[] = [],
): Promise<Map<unknown, Row>> {
  if (ids.length === 0) return new Map();
  const rows = await select(work, label, where('id', 'in', ids), { values });
  return new Map(rows.map((row) => [row.id, row]));
}
