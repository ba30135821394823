import type { Manifest, Model } from '@plumbline/model';
import { where } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { columnOf } from '../criteria/toSql';
import { splitPath } from '../criteria/walk';
import { foreignManifest, ownModel, type Work } from '../engine';
import { idArray } from '../keys';
import { findValues, select } from '../verbs/ask';
import type { Reach } from './paths';

const directed = (column: Sql, descending: boolean): Sql =>
  descending ? sql.fragment`${column} DESC` : sql.fragment`${column} ASC`;

/** Kinds with a column here that the contract does not count as sortable. */
const unsortable = new Set(['json', 'many', 'contentTypes', 'prefix', 'address']);

/** The names of a `sort` parameter that mean something for the model; the others are dropped, as the contract says. */
export function sortNames(model: Model, given: string | undefined): string[] {
  if (given === undefined || model.tree) return [];
  return given
    .split(',')
    .map((name) => name.trim())
    .filter((name) => {
      const field = model.fields[name.replace(/^-/, '')];
      if (!field || field.options.hidden || field.options.writeOnly) return false;
      // A counter that is part of every form of the object is not one the contract sorts by.
      const isCounted = field.kind.name === 'counter' && field.options.rootOnly && field.options.of !== '*.*';
      return isCounted || (field.stored && !unsortable.has(field.kind.name));
    });
}

/** Whether any of the names of a `sort` parameter is a counter's, which the rows themselves do not hold. */
export const sortsByCounter = (model: Model, sort: string[]): boolean =>
  sort.some((name) => model.fields[name.replace(/^-/, '')]?.kind.name === 'counter');

/** The ORDER BY of a list: the names given or the model's default order, and the id at the end so that it is total. */
export async function orderBy(work: Work, model: Model, reach: Reach, names: string[]): Promise<Sql> {
  const parts = await orderParts(work, model, reach, 't', names.length > 0 ? names : treeOrder(model), new Set());
  return sql.fragment`${sql.join([...parts, columnOf('t', 'id')], sql.fragment`, `)}`;
}

const treeOrder = (model: Model): string[] => (model.tree ? ['tree_order'] : model.order);

async function orderParts(
  work: Work,
  model: Model,
  reach: Reach,
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
      parts.push(...(await orderParts(work, on, reach, reach.join(model, alias, first, on), names, seen)));
      continue;
    }
    const field = model.fields[name];
    if (field?.kind.name === 'counter') {
      parts.push(directed(sql.fragment`${sql.identifier([name])}`, descending));
      continue;
    }
    const target = field?.isRelation ? ownModel(work.engine, field.options.to) : undefined;
    // Only its own list walks a tree depth first.
    const key = `${alias}.${name}`;
    if (target && !seen.has(key)) {
      const inner = await orderParts(
        work,
        target,
        reach,
        reach.join(model, alias, name, target),
        turned(target.order, descending),
        new Set([...seen, key]),
      );
      parts.push(...inner);
      continue;
    }
    const foreign = field?.isRelation ? foreignManifest(work.engine, field.options.to) : undefined;
    if (foreign) parts.push(directed(await ranked(work, model, reach, alias, name, foreign), descending));
    else parts.push(directed(columnOf(alias, name), descending));
  }
  return parts;
}

const turned = (names: string[], descending: boolean): string[] =>
  descending ? names.map((name) => (name.startsWith('-') ? name.slice(1) : `-${name}`)) : names;

/** Orders by a relation that leads outside: the owner tells the order of the objects that are referred to. */
async function ranked(
  work: Work,
  model: Model,
  reach: Reach,
  at: string,
  name: string,
  { label, keyType }: Manifest,
): Promise<Sql> {
  const ids = await findValues(work, model.label, where(name, 'isnull', false), name);
  const inOrder =
    ids.length === 0
      ? []
      : (await select(work, label, where('id', 'in', ids), { ordered: true, asReferred: true })).map(
          (row) => row.id as string | number,
        );
  const alias = `rank_${at}_${name}`;
  reach.isOrderedAbroad = true;
  reach.joins.set(
    alias,
    sql.fragment`LEFT JOIN unnest(${idArray({ keyType }, inOrder)}) WITH ORDINALITY AS ${sql.identifier([alias])}(id, place) ON ${columnOf(alias, 'id')} = ${columnOf(at, name)}`,
  );
  return columnOf(alias, 'place');
}
