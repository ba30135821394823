import type { Model, Row } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { columnOf } from '../criteria/toSql';
import { splitPath } from '../criteria/walk';
import { type Engine, foreignManifest, ownModel, type Work } from '../engine';
import { selectByIds } from '../verbs/ask';
import { briefsOf } from './briefs';
import { departedObject } from './departed';
import { remembering } from './remembering';
import { together } from './together';

/** A value that lies in another service: the column here that leads there, and the path from there on. */
interface ForeignValue {
  path: string;
  at: string;
  rest: string;
}

/** A value of the object that a generic relation names; of any model. */
interface GenericValue {
  path: string;
  typeField: string;
  via: string;
  rest: string;
}

/** Joins and columns of a statement, grown as paths are asked for. The model's own rows go by `t`. */
export class Reach {
  readonly joins = new Map<string, Sql>();
  readonly columns = new Map<string, Sql>();
  /** Whether another service told in which order rows stand. */
  isOrderedAbroad = false;
  /** Tables that have a row for every row of the model. */
  private readonly always = new Set(['t']);
  /** By the model they lie in. */
  private readonly foreign = new Map<string, ForeignValue[]>();
  private readonly generic: GenericValue[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly model: Model,
  ) {}

  /** Makes the value at a dotted path part of each row, under the path's own name. */
  value(path: string): void {
    const { alias, model, name, rest } = this.walk(this.model, 't', path);
    if (name === levelsOfTree) {
      const levels = sql.fragment`(SELECT max(cardinality(tree_ids)) FROM ${sql.identifier([model.name])})`;
      this.columns.set(path, sql.fragment`${levels} AS ${sql.identifier([path])}`);
      return;
    }
    if (rest === '') {
      if (path.includes('.'))
        this.columns.set(path, sql.fragment`${columnOf(alias, name)} AS ${sql.identifier([path])}`);
      return;
    }
    const { kind, options } = model.fields[name] ?? {};
    if (kind?.name === 'contentType') {
      const part = sql.fragment`split_part(${columnOf(alias, name)}, '.', ${rest === 'model' ? 2 : 1})`;
      this.columns.set(path, sql.fragment`${part} AS ${sql.identifier([path])}`);
      return;
    }
    if (kind?.name === 'generic') {
      this.generic.push({ path, typeField: options!.typeField!, via: options!.via!, rest });
      return;
    }
    const at = path.slice(0, path.length - rest.length - 1);
    const label = foreignManifest(this.engine, model.fields[name]?.options.to)?.label;
    if (at.includes('.')) this.columns.set(at, sql.fragment`${columnOf(alias, name)} AS ${sql.identifier([at])}`);
    if (label) this.foreign.set(label, [...(this.foreign.get(label) ?? []), { path, at, rest }]);
  }

  /** Follows relations inside this service; stops at the last name or at a relation that leads outside. */
  walk(model: Model, alias: string, path: string): { alias: string; model: Model; name: string; rest: string } {
    const [name, rest] = splitPath(path);
    const target = rest === '' ? undefined : ownModel(this.engine, model.fields[name]?.options.to);
    if (!target) return { alias, model, name, rest };
    return this.walk(target, this.join(model, alias, name, target), rest);
  }

  /** Joins the object a relation of the model at `alias` names; answers the name it goes by. */
  join(model: Model, alias: string, name: string, target: Model): string {
    const joined = `${alias}_${name}`;
    if (this.joins.has(joined)) return joined;
    // What is always there may be joined first, so that PostgreSQL can walk rows in the order of what they belong to.
    const { kind, options } = model.fields[name]!;
    const always = this.always.has(alias) && !options.nullable;
    if (always) this.always.add(joined);
    const how = always ? sql.fragment`JOIN` : sql.fragment`LEFT JOIN`;
    // The only row that refers to this one is found by that.
    const { via = 'id', at = name } = kind.name === 'onlyOne' && options.of === options.to ? options : {};
    this.joins.set(
      joined,
      sql.fragment`${how} ${sql.identifier([target.name])} ${sql.identifier([joined])} ON ${columnOf(joined, via)} = ${columnOf(alias, at)}`,
    );
    return joined;
  }

  /** Takes over what another way through the same rows has joined. */
  takeOver(other: Reach): void {
    for (const [joined, how] of other.joins) if (!this.joins.has(joined)) this.joins.set(joined, how);
    for (const joined of other.always) this.always.add(joined);
  }

  /** Whether anything asked for lies in another service. */
  get leadsAbroad(): boolean {
    return this.foreign.size > 0 || this.generic.length > 0;
  }

  /**
   * Fetches what lies in other services, one question per model, and puts it on the rows. Nothing is to be waited for
   * when all of it is known.
   */
  complete(work: Work, rows: Row[]): Promise<unknown> | undefined {
    const awaited: (Promise<void> | undefined)[] = this.generic.map((value) => completeGeneric(work, rows, value));
    for (const [label, values] of this.foreign) awaited.push(completeForeign(work, rows, label, values));
    return together(awaited);
  }
}

/** Puts values of objects of another service on the rows that lead there. */
function completeForeign(work: Work, rows: Row[], label: string, values: ForeignValue[]): Promise<void> | undefined {
  const ids = new Set<unknown>();
  for (const row of rows)
    for (const { at } of values) {
      const id = row[at];
      if (id !== null && id !== undefined) ids.add(id);
    }
  const put = (found: Map<unknown, Row>): void => {
    for (const row of rows) for (const { path, at, rest } of values) row[path] = found.get(row[at])?.[rest] ?? null;
  };
  const found = briefsOf(work, label, [...ids], [...new Set(values.map((value) => value.rest))]);
  if (found instanceof Promise) return found.then(put);
  put(found);
  return undefined;
}

/** Fetches a value of the objects a generic relation names, one question per model among them. */
async function completeGeneric(work: Work, rows: Row[], { path, typeField, via, rest }: GenericValue): Promise<void> {
  const labels = [...new Set(rows.map((row) => row[typeField] as string))];
  await Promise.all(
    labels.map(async (label) => {
      const members = rows.filter((row) => row[typeField] === label);
      const found = await selectByIds(work, label, [...new Set(members.map((row) => row[via]))], [rest]);
      for (const row of members)
        row[path] = (found.get(row[via]) ?? departedObject(work, label, row[via]))?.[rest] ?? null;
    }),
  );
}

/** A natural-key path that ends in `[]` stands for the names from the node up to its root. */
export const isSpread = (path: string): boolean => path.endsWith('[]');
export const spreadColumn = (path: string): string => path.replace('[]', '');

/** Ends a path to how many nodes the deepest branch of a tree of this service has now. */
const levelsOfTree = 'tree_levels';

/** Where a part of a natural key stands on a row, and how many values a spread one has at least where others follow. */
interface KeyPlace {
  column: string;
  spread: boolean;
  levels?: string;
}

const keyPlaces = remembering(({ naturalKey }: Model) =>
  naturalKey.map((path, index): KeyPlace => {
    const place = { column: spreadColumn(path), spread: isSpread(path) };
    const isInside = place.spread && index < naturalKey.length - 1;
    return isInside ? { ...place, levels: place.column.replace(/[^.]+$/, levelsOfTree) } : place;
  }),
);

/** Dotted paths whose values a model's natural key is made of. */
export function keyPaths(model: Model): string[] {
  if (!model.abilities.slug) return [];
  return keyPlaces(model)
    .flatMap(({ column, levels }) => (levels ? [column, levels] : [column]))
    .filter((path) => path !== 'id');
}

/** The values of a model's natural key, in order. */
export function keyValues(model: Model, row: Row): unknown[] {
  const values: unknown[] = [];
  for (const { column, spread, levels } of keyPlaces(model)) {
    const value = row[column];
    if (!spread) {
      values.push(value);
      continue;
    }
    const names = value ? (value as unknown[]).toReversed() : [null];
    values.push(...names);
    if (levels) for (let level = names.length; level < Number(row[levels]); level++) values.push(null);
  }
  return values;
}
