import { problems } from '@plumbline/http';
import {
  allOf,
  anyOf,
  type Criteria,
  everything,
  type Filter,
  type Model,
  type Row,
  readObjectKey,
  readUuid,
  splitPath,
  where,
} from '@plumbline/model';
import type { Engine, PendingLookup, SelectOptions, UnitOfWork } from '../core/engine';
import { groupedBy } from '../core/groupedBy';
import { select } from '../core/messages/ask';
import { viewerOf } from '../core/viewer';
import { isAboutIds } from '../criteria/keys';
import { notAChoice } from './notAChoice';

/**
 * A filter on related objects: values are ids or, where allowed, names; every one must exist, but for ids where `anyId`
 * says so.
 */
export async function relationCriteria(
  work: UnitOfWork,
  model: Model,
  filter: Filter,
  values: string[],
  anyId = false,
): Promise<Criteria> {
  const target = filter.target ?? pathTarget(work.engine, model.label, filter.path);
  const keyType = (target && work.engine.catalog.find(target)?.keyType) || 'uuid';
  const { nulls, ids, names } = sortOut(filter, values, keyType);
  // An object itself is always there.
  if (nulls && filter.path === 'id') throw notAChoice('null');
  const alternatives: Criteria[] = nulls ? [where(filter.path, 'isnull', true)] : [];
  if (ids.length + names.length > 0) {
    const found = target ? await lookUp(work, target, filter, ids, names, anyId) : missing([...ids, ...names]);
    if (filter.conjoined) return allOf(...alternatives, ...found.map((group) => where(filter.path, 'in', group)));
    const all = found.flat();
    alternatives.push(where(filter.path, filter.kind === 'tree' ? 'subtree' : 'in', all));
  }
  return anyOf(...alternatives);
}

function sortOut(filter: Filter, values: string[], keyType: Model['keyType']) {
  const rest = values.filter((value) => value !== 'null');
  const isId = (value: string) => !filter.keyOnly && readObjectKey(keyType, value) !== undefined;
  if (filter.kind === 'relationId') {
    const bad = rest.find((value) => !isId(value));
    if (bad !== undefined)
      throw problems.malformed(keyType === 'int' ? 'Enter a whole number.' : `“${bad}” is not a valid UUID.`);
  }
  return { nulls: rest.length < values.length, ids: rest.filter(isId), names: rest.filter((value) => !isId(value)) };
}

/** For each value the ids it names; throws for a value that names nothing. */
async function lookUp(
  work: UnitOfWork,
  target: string,
  filter: Filter,
  ids: string[],
  names: string[],
  anyId: boolean,
): Promise<unknown[][]> {
  const { key } = filter;
  if (!key && names.length > 0) return missing(names);
  const rows = await (work.lookups ? findTogether : find)(work, target, filter, { ids, names });
  const byId = groupedBy(rows, ({ id }) => String(id));
  const named = key && names.length > 0 ? rows.filter((row) => key in row) : [];
  const byName = groupedBy(named, (row) => String(row[key!]));
  const groups = [
    ...ids.map((id) => ({ value: id, found: byId.get(readUuid(id) ?? id), mayBeNone: anyId })),
    ...names.map((name) => ({ value: name, found: byName.get(name), mayBeNone: false })),
  ];
  return groups.map(({ value, found = [], mayBeNone }) => {
    if (found.length === 0 && !mayBeNone) throw notAChoice(value);
    return found.map(({ id }) => id);
  });
}

/** Among objects some that are named, and maybe more. */
type Find = (
  work: UnitOfWork,
  target: string,
  filter: Filter,
  by: Record<'ids' | 'names', Iterable<string>>,
) => Promise<Row[]>;

const find: Find = async (work, target, { key, among = everything }, by) => {
  const [ids, names] = [[...by.ids], [...by.names]];
  const alternatives: Criteria[] = ids.length > 0 ? [where('id', 'in', ids)] : [];
  if (key && names.length > 0) alternatives.push(where(key, 'in', names));
  const values = key ? [key] : [];
  const ask = (some: Criteria[], options: SelectOptions) => select(work, target, allOf(anyOf(...some), among), options);
  // Who names an object by its id has seen it; what it is called is for those to know who may view it.
  return work.viewer
    ? (
        await Promise.all(alternatives.map((one) => ask([one], isAboutIds(one) ? {} : { values, ...viewerOf(work) })))
      ).flat()
    : ask(alternatives, { values });
};

/** The same for all who ask in one turn of the event loop. */
const findTogether: Find = (work, target, filter, { ids, names }) => {
  const { lookups = new Map() } = work;
  const begin = (): PendingLookup => {
    const pending: Omit<PendingLookup, 'rows'> = { ids: new Set(), names: new Set() };
    const send = (): Promise<Row[]> => {
      lookups.delete(filter);
      return find(work, target, filter, pending);
    };
    return { ...pending, rows: new Promise((resolve) => process.nextTick(() => resolve(send()))) };
  };
  const pending = lookups.get(filter) ?? begin();
  lookups.set(filter, pending);
  for (const id of ids) pending.ids.add(id);
  for (const name of names) pending.names.add(name);
  return pending.rows;
};

function missing(values: string[]): never {
  throw notAChoice(values[0]!);
}

/** The label of the model a path of relations ends at. */
export function pathTarget(engine: Engine, label: string, path: string): string | undefined {
  if (path === 'id') return label;
  const [first, rest] = splitPath(path);
  const manifest = engine.catalog.find(label);
  const forward = manifest?.relations.find((relation) => relation.field === first)?.to;
  const next = forward ?? engine.catalog.reverse(label, first)?.from.label;
  if (next === undefined || rest === '') return next && engine.catalog.find(next) ? next : undefined;
  return pathTarget(engine, next, rest);
}
