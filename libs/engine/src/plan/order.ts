import { type Model, splitPath } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { foreignManifest, ownModel, type UnitOfWork } from '../core/engine';
import { upperLevels } from '../core/tables/upperLevels';
import { columnOf, knownColumn } from '../criteria/toSql';
import { copyAt, orderedCopy } from '../permissions/copies';
import { orderAlongTree } from '../permissions/hiding';
import { countedEverywhere, ranked } from './orderedAbroad';
import type { JoinBuilder } from './paths';

const directed = (column: Sql, descending: boolean): Sql =>
  descending ? sql.fragment`${column} DESC` : sql.fragment`${column} ASC`;

/**
 * The names of a `sort` parameter that mean something for the model; the others are dropped, as the contract says. Each counts once: what has
 * the same value there is in no order by it, and an address has room for a thousand of them.
 */
export function sortNames(model: Model, given: string | undefined): string[] {
  if (given === undefined || model.tree) return [];
  const sorted = new Set<string>();
  return given
    .split(',')
    .map((name) => name.trim())
    .filter((name) => {
      const plain = name.replace(/^-/, '');
      if (sorted.has(plain)) return false;
      sorted.add(plain);
      const field = model.fields[plain];
      if (!field || field.options.hidden || field.options.writeOnly) return false;
      return field.kind.isSortable ? field.kind.isSortable(field) : field.stored;
    });
}

/** The ORDER BY of a list: the names given or the model's default order, and the id at the end so that it is total. */
export async function orderBy(work: UnitOfWork, model: Model, joinBuilder: JoinBuilder, names: string[]): Promise<Sql> {
  const parts = await orderParts(work, model, joinBuilder, 't', names.length > 0 ? names : treeOrder(model), new Set());
  return sql.fragment`${sql.join([...parts, columnOf('t', 'id')], sql.fragment`, `)}`;
}

const treeOrder = (model: Model): string[] => (model.tree ? ['tree_order'] : model.order);

async function orderParts(
  work: UnitOfWork,
  model: Model,
  joinBuilder: JoinBuilder,
  alias: string,
  names: string[],
  seen: Set<string>,
): Promise<Sql[]> {
  const parts: Sql[] = [];
  for (const entry of names) {
    const descending = entry.startsWith('-');
    const name = entry.replace(/^-/, '');
    const [first, rest] = splitPath(name);
    const on = rest === '' ? undefined : ownModel(work.engine, model.fields[first]?.options.to);
    if (on) {
      const names = turned([rest], descending);
      parts.push(...(await orderParts(work, on, joinBuilder, joinBuilder.join(model, alias, first, on), names, seen)));
      continue;
    }
    const field = model.fields[name];
    if (field?.kind.source === 'counted') {
      parts.push(directed(await countedEverywhere(work, model, joinBuilder, name, field), descending));
      continue;
    }
    const target = field?.isRelation ? ownModel(work.engine, field.options.to) : undefined;
    // Only its own list walks a tree depth first.
    const key = `${alias}.${name}`;
    if (target && !seen.has(key)) {
      const inner = await orderParts(
        work,
        target,
        joinBuilder,
        joinBuilder.join(model, alias, name, target),
        turned(target.order, descending),
        new Set([...seen, key]),
      );
      parts.push(...inner);
      continue;
    }
    const foreign = field?.isRelation ? foreignManifest(work.engine, field.options.to) : undefined;
    const copy = copyAt(model, name);
    const places = name === 'tree_order' ? await orderAlongTree(work, model, alias) : undefined;
    if (foreign) parts.push(directed(await ranked(work, model, joinBuilder, alias, name, foreign), descending));
    else if (work.viewer && copy) parts.push(directed(await orderedCopy(work, model, alias, copy), descending));
    else if (places) parts.push(directed(places, descending));
    else if (name === 'tree_order') parts.push(...alongIndex(columnOf(alias, name), descending));
    else parts.push(directed(knownColumn(alias, name, field), descending));
  }
  return parts;
}

/** In the order of places in a tree, by what an index holds of them first. */
const alongIndex = (place: Sql, descending: boolean): Sql[] =>
  [upperLevels(place), place].map((column) => directed(column, descending));

const turned = (names: string[], descending: boolean): string[] =>
  descending ? names.map((name) => (name.startsWith('-') ? name.slice(1) : `-${name}`)) : names;
