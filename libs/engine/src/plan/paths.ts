import { type Model, manifestHas, type Row, splitPath } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { valueOfDeleted } from '../core/deletions/deletedObject';
import { type Engine, foreignManifest, ownModel, type UnitOfWork } from '../core/engine';
import { memoize } from '../core/kept/memoize';
import { perCatalog } from '../core/kept/perCatalog';
import { selectByIds } from '../core/messages/ask';
import { isSpread, spreadColumn } from '../criteria/naturalKey';
import { columnOf } from '../criteria/toSql';
import { madeNames } from '../criteria/walk';
import { copiesOf, hideCopies } from '../permissions/copies';
import { alongTree, viewableSql } from '../permissions/hiding';
import { placeFor } from './columns';
import { foreignRows } from './foreignRows';
import { whenAll } from './whenDone';

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
export class JoinBuilder {
  readonly joins = new Map<string, Sql>();
  /** What the joins are about, by the names they go by. */
  private readonly joined = new Map<string, { target: Model; on: Sql }>();
  readonly columns = new Map<string, Sql>();
  /** Whether another service told in which order rows stand. */
  isOrderedAbroad = false;
  /** Whether rows hold copies of what may be hidden. */
  private hasHiddenCopies = false;
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
    const { kind, options, isSet } = model.fields[name] ?? {};
    if (kind?.namesContentTypes && !isSet) {
      const part = sql.fragment`split_part(${columnOf(alias, name)}, '.', ${rest === 'model' ? 2 : 1})`;
      this.columns.set(path, sql.fragment`${part} AS ${sql.identifier([path])}`);
      return;
    }
    if (kind?.source === 'generic') {
      this.columns.set(path, placeFor(path));
      this.generic.push({ path, typeField: options!.typeField!, via: options!.via!, rest });
      return;
    }
    const at = path.slice(0, path.length - rest.length - 1);
    const label = foreignManifest(this.engine, model.fields[name]?.options.to)?.label;
    if (at.includes('.')) this.columns.set(at, sql.fragment`${columnOf(alias, name)} AS ${sql.identifier([at])}`);
    if (!label) return;
    this.columns.set(path, placeFor(path));
    this.foreign.set(label, [...(this.foreign.get(label) ?? []), { path, at, rest }]);
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
    const { kind, options, isRelation } = model.fields[name]!;
    const always = this.always.has(alias) && !options.nullable;
    if (always) this.always.add(joined);
    const how = always ? sql.fragment`JOIN` : sql.fragment`LEFT JOIN`;
    // The only row that refers to this one is found by that.
    const isFoundByIt = kind.source === 'referrers' && isRelation && options.of === options.to;
    const { via = 'id', at = name } = isFoundByIt ? options : {};
    const on = sql.fragment`${columnOf(joined, via)} = ${columnOf(alias, at)}`;
    this.joined.set(joined, { target, on });
    this.joins.set(joined, joinOf(how, target, joined, on));
    return joined;
  }

  /**
   * Where related objects are hidden from whoever looks: what was joined so far has values only where they may view it.
   */
  async hide(work: UnitOfWork): Promise<void> {
    if (!work.viewer) return;
    this.hasHiddenCopies = copiesOf(this.model).length > 0;
    for (const [joined, { target, on }] of this.joined) {
      const visible = await viewableSql(work, target, joined);
      const both = visible ? sql.fragment`${on} AND ${visible}` : on;
      this.joins.set(joined, joinOf(sql.fragment`LEFT JOIN`, target, joined, both));
      await this.hideAncestors(work, target, joined);
    }
    await this.hideAncestors(work, this.model, 't');
  }

  /** The names of the nodes above a row of a tree are values of other objects. */
  private async hideAncestors(work: UnitOfWork, model: Model, alias: string): Promise<void> {
    if (!model.tree) return;
    const names = await alongTree(work, model, alias, 'name');
    if (!names) return;
    const path = [...this.columns.keys()].find((column) => column.endsWith('.tree_names') && aliasOf(column) === alias);
    const column = alias === 't' ? 'tree_names' : path;
    if (column) this.columns.set(column, sql.fragment`${names} AS ${sql.identifier([column])}`);
  }

  /** Takes over what another way through the same rows has joined. */
  takeOver(other: JoinBuilder): void {
    for (const [joined, how] of other.joins) if (!this.joins.has(joined)) this.joins.set(joined, how);
    for (const joined of other.always) this.always.add(joined);
  }

  /** The tables of this service that values come from. */
  get tables(): string[] {
    return [this.model.name, ...[...this.joined.values()].map(({ target }) => target.name)];
  }

  /** Whether anything asked for lies in another service. */
  get leadsAbroad(): boolean {
    return this.foreign.size > 0 || this.generic.length > 0 || this.hasHiddenCopies;
  }

  /**
   * Fetches what lies in other services, one question per model, and puts it on the rows. Nothing is to be waited for
   * when all of it is known.
   */
  complete(work: UnitOfWork, rows: Row[]): Promise<unknown> | undefined {
    const awaited: (Promise<void> | undefined)[] = this.generic.map((value) => completeGeneric(work, rows, value));
    for (const [label, values] of this.foreign) awaited.push(completeForeign(work, rows, label, values));
    if (this.hasHiddenCopies) awaited.push(hideCopies(work, this.model, rows));
    return whenAll(awaited);
  }
}

const joinOf = (how: Sql, target: Model, joined: string, on: Sql): Sql =>
  sql.fragment`${how} ${sql.identifier([target.name])} ${sql.identifier([joined])} ON ${on}`;

/** The name by which the object is joined that a path's last value belongs to. */
const aliasOf = (path: string): string => ['t', ...path.split('.').slice(0, -1)].join('_');

/** Puts values of objects of another service on the rows that lead there. */
function completeForeign(
  work: UnitOfWork,
  rows: Row[],
  label: string,
  values: ForeignValue[],
): Promise<void> | undefined {
  const ids = new Set<unknown>();
  for (const row of rows)
    for (const { at } of values) {
      const id = row[at];
      if (id !== null && id !== undefined) ids.add(id);
    }
  const put = (found: ReadonlyMap<unknown, Row>): void => {
    for (const row of rows) for (const { path, at, rest } of values) row[path] = found.get(row[at])?.[rest] ?? null;
  };
  const found = foreignRows(work, label, [...ids], [...new Set(values.map((value) => value.rest))]);
  if (found instanceof Promise) return found.then(put);
  put(found);
  return undefined;
}

/** Fetches a value of the objects a generic relation names, one question per model among them. */
async function completeGeneric(
  work: UnitOfWork,
  rows: Row[],
  { path, typeField, via, rest }: GenericValue,
): Promise<void> {
  const labels = [...new Set(rows.map((row) => row[typeField] as string))];
  await Promise.all(
    labels.map(async (label) => {
      const members = rows.filter((row) => row[typeField] === label);
      // Not all of the models have what is asked for, and nobody is asked for what they do not have.
      const manifest = work.engine.catalog.find(label);
      const has = madeNames.has(rest) || (manifest && manifestHas(work.engine.catalog, manifest, rest));
      const found = await selectByIds(work, label, has ? [...new Set(members.map((row) => row[via]))] : [], [rest]);
      for (const row of members)
        row[path] = found.get(row[via])?.[rest] ?? valueOfDeleted(work, label, row[via], rest) ?? null;
    }),
  );
}

/** Ends a path to how many nodes the deepest branch of a tree of this service has now. */
const levelsOfTree = 'tree_levels';

/** Where a part of a natural key stands on a row, and how many values a spread one has at least where others follow. */
interface KeyPlace {
  column: string;
  spread: boolean;
  levels?: string;
  /** How its kind writes values in keys, where that is not as they are stored. */
  keyText?: (value: unknown) => string;
}

const keyPlaces = memoize(({ naturalKey, fields }: Model) =>
  naturalKey.map((path, index): KeyPlace => {
    const keyText = fields[path]?.kind.keyText;
    const place = { column: spreadColumn(path), spread: isSpread(path), ...(keyText ? { keyText } : {}) };
    const isInside = place.spread && index < naturalKey.length - 1;
    return isInside ? { ...place, levels: place.column.replace(/[^.]+$/, levelsOfTree) } : place;
  }),
);

/** Dotted paths of which every shown object of a model needs the values. */
export const shownPaths = memoize((model: Model): string[] => [
  ...keyPaths(model),
  ...model.displayNeeds,
  ...Object.values(model.fields).flatMap((field) => field.options.needs ?? []),
]);

const shownTables = perCatalog(() => new WeakMap<Model, readonly string[]>());

/** The tables of this service whose columns an object of a model inside others is shown from. */
export function tablesShownFrom(engine: Engine, model: Model): readonly string[] {
  const known = shownTables(engine).get(model);
  if (known) return known;
  const joinBuilder = new JoinBuilder(engine, model);
  for (const path of shownPaths(model)) joinBuilder.value(path);
  shownTables(engine).set(model, joinBuilder.tables);
  return joinBuilder.tables;
}

/** Dotted paths whose values a model's natural key is made of. */
function keyPaths(model: Model): string[] {
  if (!model.abilities.slug) return [];
  return keyPlaces(model)
    .flatMap(({ column, levels }) => (levels ? [column, levels] : [column]))
    .filter((path) => path !== 'id');
}

/** The values of a model's natural key, in order. */
export function keyValues(model: Model, row: Row): unknown[] {
  const values: unknown[] = [];
  for (const { column, spread, levels, keyText } of keyPlaces(model)) {
    const value = row[column];
    if (!spread) {
      values.push(keyText && value !== null && value !== undefined ? keyText(value) : value);
      continue;
    }
    const names = value ? (value as unknown[]).toReversed() : [null];
    values.push(...names);
    if (levels) for (let level = names.length; level < Number(row[levels]); level++) values.push(null);
  }
  return values;
}
