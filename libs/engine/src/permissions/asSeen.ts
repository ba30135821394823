import {
  allOf,
  anyOf,
  type Comparison,
  type Criteria,
  firstToMany,
  isEverything,
  type Model,
  not,
  type Some,
  where,
} from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import { findValues, select } from '../core/messages/ask';
import { viewerOf } from '../core/viewer';
import { localize } from '../criteria/localize';
import { patternsIn } from '../criteria/patterns';
import { columnOf, toSql } from '../criteria/toSql';
import { meansYes } from '../criteria/value';
import { type Step, walk, walkToObjects } from '../criteria/walk';
import { copyAt, seenCopies } from './copies';
import { alongTree, viewable } from './hiding';

/**
 * What somebody asks for, who may not look at everything it is about: a comparison that leads over a relation holds only
 * where a related object does that they may view. Where nothing is hidden the criteria stay as they are.
 */
export const asSeen = async (work: UnitOfWork, model: Model, criteria: Criteria): Promise<Criteria> =>
  work.viewer ? seen(work, model, criteria, 1) : criteria;

/** `level` counts the relations crossed so far: tables of each have a name of their own. */
async function seen(work: UnitOfWork, model: Model, criteria: Criteria, level: number): Promise<Criteria> {
  if ('condition' in criteria) return criteria;
  const each = (parts: Criteria[]) => Promise.all(parts.map((part) => seen(work, model, part, level)));
  if ('and' in criteria) return { and: await each(criteria.and) };
  if ('or' in criteria) return { or: await each(criteria.or) };
  if ('not' in criteria) return not(await seen(work, model, criteria.not, level));
  if ('some' in criteria) return seenSome(work, model, criteria, level);
  if (criteria.lookup === 'exact' && criteria.value === null)
    return seenComparison(work, model, where(criteria.path, 'isnull', true), level);
  return seenComparison(work, model, criteria, level);
}

async function seenSome(work: UnitOfWork, model: Model, whole: Some, level: number): Promise<Criteria> {
  const { next, rest } = walkToObjects(work.engine, model, whole.some);
  if (!crosses(next)) return whole;
  return crossed(work, whole, rest === '' ? whole.holds : { some: rest, holds: whole.holds }, next, level);
}

/** Names for the key of an object that refers to this one: to ask for it is to know it. */
const isKey = (path: string): boolean => path === '' || path === 'id' || path === 'pk';

async function seenComparison(
  work: UnitOfWork,
  model: Model,
  comparison: Comparison,
  level: number,
): Promise<Criteria> {
  const { path, lookup, value } = comparison;
  const { next, first, rest } = walk(work.engine, model, path);
  if (next.kind === 'column') return seenColumn(work, model, comparison, next, level);
  const leadsOn = next.kind === 'relation' || next.kind === 'foreign' || !isKey(rest);
  if (!leadsOn || !crosses(next)) return comparison;
  if (lookup === 'isnull' && meansYes(value)) {
    // Of one object that is the opposite of a value, of many one without a value is enough.
    if (isSingle(work, next, rest)) return not(await seenComparison(work, model, where(path, 'isnull', false), level));
    return anyOf(
      where(first, 'isnull', true),
      await crossed(work, comparison, where(rest, lookup, value), next, level),
    );
  }
  return crossed(work, comparison, where(rest, lookup, value), next, level);
}

/** Whether a path leads over single objects only. */
function isSingle({ engine: { catalog } }: UnitOfWork, next: Crossing, rest: string): boolean {
  if (next.kind === 'reverse' || next.kind === 'foreignReverse' || next.field.isMany) return false;
  const target = catalog.find(next.target.label);
  return target !== undefined && firstToMany(catalog, target, rest) === undefined;
}

type Crossing = Extract<Step, { kind: 'relation' | 'foreign' | 'reverse' | 'foreignReverse' }>;

const crosses = (step: Step): step is Crossing =>
  ['relation', 'foreign', 'reverse', 'foreignReverse'].includes(step.kind);

/** What is asked of objects that a relation leads to; from there on by the rest of it. */
async function crossed(
  work: UnitOfWork,
  whole: Comparison | Some,
  rest: Criteria,
  next: Crossing,
  level: number,
): Promise<Criteria> {
  switch (next.kind) {
    case 'relation':
      return exists(work, next.target, rest, whole, level, (column, alias) =>
        next.field.isMany
          ? sql.fragment`${columnOf(alias, 'id')} = ANY(${column(next.name)})`
          : sql.fragment`${columnOf(alias, 'id')} = ${column(next.name)}`,
      );
    case 'reverse':
      return exists(work, next.from, rest, whole, level, (column, alias) =>
        next.relation.many
          ? sql.fragment`${column('id')} = ANY(${columnOf(alias, next.relation.field)})`
          : sql.fragment`${columnOf(alias, next.relation.field)} = ${column('id')}`,
      );
    case 'foreign': {
      const rows = await select(work, next.target.label, rest, viewerOf(work));
      return where(
        next.name,
        'in',
        rows.map(({ id }) => id),
      );
    }
    case 'foreignReverse': {
      const { field, from } = next.relation;
      return where('id', 'in', await findValues(work, from.label, rest, field, viewerOf(work)));
    }
  }
}

type Column = (name: string) => Sql;

/** Rows for which there is an object that may be viewed and for which the rest holds. */
async function exists(
  work: UnitOfWork,
  target: Model,
  rest: Criteria,
  whole: Comparison | Some,
  level: number,
  joined: (column: Column, alias: string) => Sql,
): Promise<Criteria> {
  const visible = await viewable(work, target);
  const inner = await seen(work, target, rest, level + 1);
  // Nothing on the way is hidden.
  if (isEverything(visible) && inner === rest) return whole;
  const alias = `seen_${level}`;
  const matching = allOf(await localize(work, target, inner), visible);
  const condition = toSql(work.engine, { model: target, alias }, matching);
  return {
    condition: (column) =>
      sql.fragment`EXISTS (SELECT 1 FROM ${sql.identifier([target.name])} ${sql.identifier([alias])} WHERE ${joined(column, alias)} AND ${condition})`,
    patterns: patternsIn(matching),
  };
}

/** A comparison with a column, whose value may say something of other objects: those above a node of a tree. */
async function seenColumn(
  work: UnitOfWork,
  model: Model,
  comparison: Comparison,
  { name, field }: Extract<Step, { kind: 'column' }>,
  level: number,
): Promise<Criteria> {
  const { path, lookup, value } = comparison;
  const { to } = field.options;
  const copy = copyAt(model, name);
  if (copy) return allOf(comparison, await seenCopies(work, copy));
  if (lookup === 'subtree' && to) {
    const below = where('id', 'subtree', value);
    const target = work.engine.models.get(to);
    if (!target)
      return anyOf(
        where(name, 'in', value),
        where(
          name,
          'in',
          (await select(work, to, below, viewerOf(work))).map(({ id }) => id),
        ),
      );
    const within = await exists(work, target, below, comparison, level, (column, alias) =>
      field.isMany
        ? sql.fragment`${columnOf(alias, 'id')} = ANY(${column(name)})`
        : sql.fragment`${columnOf(alias, 'id')} = ${column(name)}`,
    );
    return within === comparison ? comparison : anyOf(where(path, 'in', value), within);
  }
  if (model.tree && (name === 'tree_names' || name === 'tree_order')) {
    const names = await alongTree(work, model, 'seen_tree', 'name');
    if (!names) return comparison;
    const isSeen: Criteria = {
      condition: (column) => sql.fragment`EXISTS (
        SELECT 1 FROM ${sql.identifier([model.name])} seen_tree
        WHERE seen_tree.id = ${column('id')} AND array_position(${names}, NULL) IS NULL)`,
    };
    return allOf(comparison, isSeen);
  }
  return comparison;
}
