import { type Field, type Model, type Row, where } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { type Engine, ownModel, type UnitOfWork } from '../core/engine';
import { select } from '../core/messages/ask';
import { columnOf } from '../criteria/toSql';
import { placeFor } from './columns';
import { type MayRefer, mayBeReferredTo } from './referenceFlags';
import { shownFields } from './representation';
import { whenAll, whenDone } from './whenDone';

/** Fields that show what refers to an object, or what those referrers link it to. */
const linked = (model: Model, root: boolean): [string, Field][] =>
  shownFields(model, { root }).filter(([, { kind }]) => kind.source === 'referrers');

/**
 * Those the list's own statement cannot finish: kept by another service, one object rather than a list, or in an order
 * of their own.
 */
const unfinished = (engine: Engine, model: Model, root: boolean): [string, Field][] =>
  linked(model, root).filter(([, field]) => !field.isMany || !ownModel(engine, field.options.of) || linksOn(field));

const linksOn = ({ isMany, options }: Field): boolean => isMany && options.through !== undefined;

/**
 * Puts the lists of a model on its rows: those of other services by one question per field. Undefined: nothing is left
 * to do.
 */
export function reverseListsOf(
  engine: Engine,
  model: Model,
  root: boolean,
): ((work: UnitOfWork, rows: Row[], mayRefer: MayRefer) => Promise<unknown> | undefined) | undefined {
  const fields = unfinished(engine, model, root);
  if (fields.length === 0) return undefined;
  return (work, rows, mayRefer) =>
    whenAll(fields.map(([name, field]) => finishList(work, name, field, rows, mayRefer)));
}

function finishList(
  work: UnitOfWork,
  name: string,
  field: Field,
  rows: Row[],
  mayRefer: MayRefer,
): Promise<unknown> | undefined {
  const asked = ownModel(work.engine, field.options.of) ? undefined : askForList(work, name, field, rows, mayRefer);
  const arranged = linksOn(field) ? whenDone(asked, () => arrange(work, name, field, rows)) : asked;
  if (field.isMany) return arranged;
  return whenDone(arranged, () => {
    for (const row of rows) row[name] = (row[name] as unknown[]).length === 1 ? (row[name] as unknown[])[0] : null;
  });
}

/** Brings what rows link to into the order its own list has; nothing is asked when there is nothing to arrange. */
function arrange(work: UnitOfWork, name: string, { options }: Field, rows: Row[]): Promise<void> | undefined {
  const linking = rows.filter((row) => (row[name] as unknown[]).length > 1);
  if (linking.length === 0 || !work.engine.catalog.find(options.to!)) return undefined;
  const ids = [...new Set(linking.flatMap((row) => row[name] as unknown[]))];
  return select(work, options.to!, where('id', 'in', ids), { ordered: true }).then((ordered) => {
    const places = new Map(ordered.map(({ id }, place) => [id as unknown, place]));
    const inOrder = (a: unknown, b: unknown): number => (places.get(a) ?? 0) - (places.get(b) ?? 0);
    for (const row of linking) row[name] = (row[name] as unknown[]).toSorted(inOrder);
  });
}

/**
 * Those whose referrers live in this service, as columns of the list's own statement, and places for the others; what refers to the
 * rows themselves is not looked for where they are `unreferenced`.
 */
export function localReverseLists(engine: Engine, model: Model, root: boolean, unreferenced = false): Sql[] {
  return linked(model, root).flatMap(([name, field]) => {
    const { of, via, through, at = 'id' } = field.options;
    const from = ownModel(engine, of);
    if (!from) return [placeFor(name)];
    if (unreferenced && at === 'id') return [sql.fragment`ARRAY[]::uuid[] AS ${sql.identifier([name])}`];
    const link = columnOf('l', via!);
    const mine = columnOf('t', at);
    const refers = from.fields[via!]!.isMany
      ? sql.fragment`${link} @> ARRAY[${mine}]`
      : sql.fragment`${link} = ${mine}`;
    const shown = columnOf('l', through ?? 'id');
    const present = through ? sql.fragment`AND ${shown} IS NOT NULL` : sql.fragment``;
    const list = sql.fragment`ARRAY(SELECT ${shown} FROM ${sql.identifier([from.name])} l WHERE ${refers} ${present} ORDER BY ${orderWithin(from)})`;
    return [sql.fragment`${list} AS ${sql.identifier([name])}`];
  });
}

/** The default order as far as the rows themselves hold it. */
function orderWithin(model: Model): Sql {
  const names = model.order.filter((name) => {
    const field = model.fields[name.replace(/^-/, '')];
    return field?.stored && !field.options.to;
  });
  const parts = [...names, 'id'].map((name) =>
    name.startsWith('-') ? sql.fragment`${columnOf('l', name.slice(1))} DESC` : columnOf('l', name),
  );
  return sql.fragment`${sql.join(parts, sql.fragment`, `)}`;
}

function askForList(
  work: UnitOfWork,
  name: string,
  field: Field,
  rows: Row[],
  mayRefer: MayRefer,
): Promise<void> | undefined {
  const { of, to, via, through, at = 'id' } = field.options;
  const { catalog } = work.engine;
  // What is known is of the objects themselves, not of what else of theirs may be referred to.
  const mayBeListed = at !== 'id' || mayRefer(catalog.find(of!)?.app ?? '');
  const ids = new Set<unknown>();
  for (const row of rows) {
    row[name] = [];
    if (row[at] !== null && mayBeListed && mayBeReferredTo(field, row)) ids.add(row[at]);
  }
  if (ids.size === 0) return undefined;
  // What is listed stands in its own order where whoever keeps the links knows it.
  const ordered = through && catalog.find(of!)?.app === catalog.find(to!)?.app ? through : true;
  const values = [via!, ...(through ? [through] : [])];
  return select(work, of!, where(via!, 'in', [...ids]), { values, ordered }).then((found) => {
    const lists = new Map<unknown, unknown[]>();
    for (const item of found) {
      const value = through ? item[through] : item.id;
      if (value === null) continue;
      for (const owner of [item[via!]].flat()) {
        const list = lists.get(owner);
        if (list) list.push(value);
        else lists.set(owner, [value]);
      }
    }
    for (const row of rows) row[name] = [...(lists.get(row[at]) ?? [])];
  });
}
