import type { Field, Model, Row } from '@plumbline/model';
import { type Sql, sequence, sql } from '@plumbline/store';
import { inBatches } from '../core/background/inBatches';
import { type Engine, ownModel, type UnitOfWork } from '../core/engine';
import { ask } from '../core/messages/ask';
import type { CountReply } from '../core/messages/messages';
import { columnOf } from '../criteria/toSql';
import { type MayRefer, mayBeReferredTo } from './referenceFlags';
import { shownFields } from './representation';
import { whenAll } from './whenDone';

interface Counted {
  name: string;
  label: string;
  app: string;
  field: string;
}

const counters = (model: Model, root: boolean): [string, Field][] =>
  shownFields(model, { root }).filter(([, field]) => field.kind.source === 'counted');

/**
 * Where a counter's rows live; the counter of everything that carries a tag has one for each model whose objects are
 * the tag's, seen from there. A path leads over relations of the service that keeps the rows.
 */
function sources(engine: Engine, model: Model, name: string, field: Field): Counted[] {
  const { of, via } = field.options;
  if (via!.includes('.')) {
    const from = engine.catalog.find(of!);
    return from ? [{ name, label: from.label, app: from.app, field: via! }] : [];
  }
  const relations = engine.catalog
    .referrers(model.label)
    .filter(
      (relation) =>
        relation.field === via && (of === '*.*' ? relation.reverse !== undefined : relation.from.label === of),
    );
  return relations.map(({ from }) => ({ name, label: from.label, app: from.app, field: via! }));
}

/** Counters of rows in this service, as columns of the list's own statement; nothing is counted for rows that are `unreferenced`. */
export function localCounters(engine: Engine, model: Model, root: boolean, unreferenced = false): Sql[] {
  return counters(model, root).map(([name, field]) => {
    const count = unreferenced ? sql.fragment`0::bigint` : localCount(engine, model, name, field);
    return sql.fragment`${count} AS ${sql.identifier([name])}`;
  });
}

/** What a counter counts in this service, of the row `t`. */
export function localCount(engine: Engine, model: Model, name: string, field: Field): Sql {
  const parts = sources(engine, model, name, field).flatMap((source) => {
    const own = ownModel(engine, source.label);
    return own ? [countOf(walkTo(engine, own, source.field))] : [];
  });
  return sql.fragment`${sql.join([sql.fragment`0::bigint`, ...parts], sql.fragment` + `)}`;
}

/** The column of counted rows that names what they count for, and the tables it takes to get there. */
export interface Walked {
  tables: Sql;
  /** Of these tables. */
  names: string[];
  column: Sql;
  field: Field;
}

/** Follows a path of relations from the rows `c` of a model; undefined when there is no such column. */
export function walkTo(engine: Engine, model: Model, path: string): Walked | undefined {
  const tables = [sql.fragment`${sql.identifier([model.name])} c`];
  const names = [model.name];
  let [at, alias, parts] = [model, 'c', path.split('.')];
  for (; parts.length > 1; parts = parts.slice(1)) {
    const next = ownModel(engine, at.fields[parts[0]!]?.options.to);
    if (!next) return undefined;
    const joined = `${alias}_${parts[0]}`;
    tables.push(
      sql.fragment`JOIN ${sql.identifier([next.name])} ${sql.identifier([joined])} ON ${columnOf(joined, 'id')} = ${columnOf(alias, parts[0]!)}`,
    );
    names.push(next.name);
    [at, alias] = [next, joined];
  }
  const field = at.fields[parts[0]!];
  return field?.stored ? { tables: sequence(tables), names, column: columnOf(alias, parts[0]!), field } : undefined;
}

function countOf(walked: Walked | undefined): Sql {
  if (!walked) return sql.fragment`0`;
  const { tables, column, field } = walked;
  const refers = field.isMany ? sql.fragment`${column} @> ARRAY[t.id]` : sql.fragment`${column} = t.id`;
  return sql.fragment`(SELECT count(*) FROM ${tables} WHERE ${refers})`;
}

/** Where other services keep the rows of a counter. */
export const sourcesAbroad = (engine: Engine, model: Model, name: string, field: Field): Counted[] =>
  sources(engine, model, name, field).filter(({ label }) => !ownModel(engine, label));

/** Objects about which a service is asked at once. */
const countedAtOnce = 5_000;

/** What other services count of these objects by one counter; those nobody refers to are left out. */
export async function countsAbroad(
  work: UnitOfWork,
  abroad: Counted[],
  ids: (string | number)[],
): Promise<Map<string, number>> {
  const total = new Map<string, number>();
  for (const app of new Set(abroad.map((source) => source.app))) {
    const counts = abroad.filter((source) => source.app === app).map(({ label, field }) => ({ label, field }));
    const count = (some: (string | number)[]) => ask<CountReply>(work, app, 'service', 'count', { counts, ids: some });
    for (const counted of await inBatches(ids, countedAtOnce, count))
      for (const [id, n] of Object.entries(counted)) total.set(id, (total.get(id) ?? 0) + n);
  }
  return total;
}

/** Counted rows that other services keep. */
const foreignSources = (engine: Engine, model: Model, root: boolean): Counted[] =>
  counters(model, root).flatMap(([name, field]) =>
    listCountedBy(model, root, field) ? [] : sourcesAbroad(engine, model, name, field),
  );

/** The shown list that has an entry for each row a counter counts, whose length is the count. */
const listCountedBy = (model: Model, root: boolean, { options: { of, via } }: Field): string | undefined =>
  shownFields(model, { root }).find(
    ([, { kind, options, isMany }]) =>
      kind.source === 'referrers' && isMany && options.of === of && options.via === via,
  )?.[0];

/** What puts the lengths of lists on rows whose counters count what is listed. */
export function listCounterOf(engine: Engine, model: Model, root: boolean): (rows: Row[]) => void {
  const counted = counters(model, root).flatMap(([name, field]) => {
    const list = listCountedBy(model, root, field);
    return list && !ownModel(engine, field.options.of) ? [[name, list] as const] : [];
  });
  return (rows) => {
    for (const [name, list] of counted) for (const row of rows) row[name] = (row[list] as unknown[]).length;
  };
}

/** What adds what other services count, one question to each; undefined: they count nothing. */
export function foreignCounterOf(
  engine: Engine,
  model: Model,
  root: boolean,
): ((work: UnitOfWork, rows: Row[], mayRefer: MayRefer) => Promise<unknown> | undefined) | undefined {
  const foreign = foreignSources(engine, model, root);
  if (foreign.length === 0) return undefined;
  const apps = [...new Set(foreign.map(({ app }) => app))];
  const byApp = apps.map((app) => foreign.filter((source) => source.app === app));
  return (work, rows, mayRefer) =>
    whenAll(byApp.map((asked) => (mayRefer(asked[0]!.app) ? addCounts(work, model, rows, asked) : undefined)));
}

/** Adds what one other service counts. */
function addCounts(work: UnitOfWork, model: Model, rows: Row[], asked: Counted[]): Promise<void> | undefined {
  const mayCount = (row: Row) => asked.some(({ name }) => mayBeReferredTo(model.fields[name]!, row));
  const ids = rows.filter(mayCount).map((row) => row.id as string);
  if (ids.length === 0) return undefined;
  const question = { counts: asked.map(({ label, field }) => ({ label, field })), ids };
  return ask<CountReply>(work, asked[0]!.app, 'service', 'count', question).then((reply) => {
    for (const row of rows)
      for (const [index, { name }] of asked.entries())
        row[name] = Number(row[name]) + (reply[index]![row.id as string] ?? 0);
  });
}
