import { createHash } from 'node:crypto';
import {
  type Comparison,
  type Condition,
  type Criteria,
  everything,
  type Field,
  f,
  isComparison,
  type Lookup,
  type Model,
  readUuid,
  type Some,
  where,
} from '@plumbline/model';
import { type Sql, sequence, sql } from '@plumbline/store';
import type { Engine } from '../core/engine';
import { comparisons } from './compare';
import { byKey, byPart } from './insideColumn';
import { meansYes } from './value';
import { type Step, walk, walkToObjects } from './walk';

/** A table in a statement: the model it holds and the name it goes by. */
export interface Source {
  model: Model;
  alias: string;
}

export const columnOf = (alias: string, name: string): Sql => sql.fragment`${sql.identifier([alias, name])}`;

/** A column as clients know it: what nobody is shown of it, nobody guesses by searching or sorting. */
export function knownColumn(alias: string, name: string, field: Field | undefined): Sql {
  const column = columnOf(alias, name);
  const mask = field?.kind.mask;
  return mask ? sql.fragment`regexp_replace(${column}, ${mask.part}, ${mask.by}, 'i')` : column;
}

/** PostgreSQL cuts names off after 63 bytes, and two names that are cut the same would mean one table. */
const longestAlias = 63;

/** The name a related table goes by: the path to it, or its digest where that is too long. */
function innerAlias(outer: string, name: string): string {
  const alias = `${outer}_${name}`;
  return alias.length <= longestAlias ? alias : `t_${createHash('sha256').update(alias).digest('hex').slice(0, 40)}`;
}

/** Look-ups about whole networks; the others about them are about one address. */
const ofBlocks: ReadonlySet<Lookup> = new Set([
  'net_contained',
  'net_contained_or_equal',
  'net_contains',
  'net_contains_or_equals',
  'net_equals',
]);

const anyText = f.text();

const word = {
  open: sql.fragment`(`,
  close: sql.fragment`)`,
  and: sql.fragment`AND`,
  or: sql.fragment`OR`,
  yes: sql.fragment`true`,
  no: sql.fragment`false`,
  isNotTrue: sql.fragment`) IS NOT TRUE`,
};

/**
 * Writes localized criteria as a condition on the source's rows. `not` counts null as no match, as the contract does.
 */
export function toSql(engine: Engine, source: Source, criteria: Criteria): Sql {
  return spelled(criteria, (leaf) => {
    if ('condition' in leaf) return leaf.condition((name) => columnOf(source.alias, name));
    return isComparison(leaf) ? comparison(engine, source, leaf) : some(engine, source, leaf);
  });
}

/** What and, or, not combine, written in SQL. */
type WriteLeaf = (leaf: Comparison | Some | Condition) => Sql;

function spelled(criteria: Criteria, write: WriteLeaf): Sql {
  const parts: Sql[] = [];
  spell(criteria, write, parts);
  return parts.length === 1 ? parts[0]! : sequence(parts);
}

/**
 * Adds the parts of the condition one after the other: joined level by level, deep criteria would be copied at each.
 */
function spell(criteria: Criteria, write: WriteLeaf, parts: Sql[]): void {
  if ('condition' in criteria || 'some' in criteria || isComparison(criteria)) parts.push(write(criteria));
  else if ('not' in criteria) {
    parts.push(word.open);
    spell(criteria.not, write, parts);
    parts.push(word.isNotTrue);
  } else {
    const [joint, inner, none] =
      'and' in criteria ? [word.and, criteria.and, word.yes] : [word.or, criteria.or, word.no];
    if (inner.length === 0) parts.push(none);
    if (inner.length > 1) parts.push(word.open);
    for (const [index, part] of inner.entries()) {
      if (index > 0) parts.push(joint);
      spell(part, write, parts);
    }
    if (inner.length > 1) parts.push(word.close);
  }
}

function comparison(engine: Engine, source: Source, { path, lookup, value }: Comparison): Sql {
  const { next, first, rest } = walk(engine, source.model, path);
  switch (next.kind) {
    case 'column': {
      if (neverStored(value)) return sql.fragment`false`;
      if (lookup === 'subtree') return subtree(engine, source, next.name, value);
      const compared = ofBlocks.has(lookup) ? (next.field.options.block ?? next.name) : next.name;
      return comparisons[lookup](knownColumn(source.alias, compared, next.field), value, next.field);
    }
    case 'relation':
      return related(engine, source, next.name, next.target, next.field.isMany, where(rest, lookup, value));
    case 'reverse': {
      const present = rest === '' && lookup === 'isnull';
      const holds = present ? everything : where(rest === '' ? 'id' : rest, lookup, value);
      const exists = referring(engine, source, first, next, holds);
      return present && meansYes(value) ? sql.fragment`NOT ${exists}` : exists;
    }
    case 'key':
    case 'part': {
      if (lookup === 'subtree') return word.no;
      const column = columnOf(source.alias, next.name);
      return next.kind === 'key' ? byKey(column, next, lookup, value) : byPart(column, next, lookup, value);
    }
    case 'label':
      return labelled(source, next.name, where(next.part, lookup, value));
    default:
      // What does not exist is nobody's, so everybody is without it.
      return lookup === 'isnull' && meansYes(value) ? sql.fragment`true` : sql.fragment`false`;
  }
}

/** Rows for which criteria hold of one of the objects that a single step leads to. */
function some(engine: Engine, source: Source, { some: name, holds }: Some): Sql {
  const { next, first } = walkToObjects(engine, source.model, name);
  if (next.kind === 'relation') return related(engine, source, next.name, next.target, next.field.isMany, holds);
  if (next.kind === 'reverse') return referring(engine, source, first, next, holds);
  if (next.kind === 'column' && next.field.kind.namesContentTypes) return labelled(source, next.name, holds);
  return sql.fragment`false`;
}

/** Rows that an object refers to for which criteria hold. */
function referring(
  engine: Engine,
  source: Source,
  name: string,
  { relation: { field, many }, from }: Extract<Step, { kind: 'reverse' }>,
  holds: Criteria,
): Sql {
  const inner = { model: from, alias: innerAlias(source.alias, name) };
  const joined = many
    ? sql.fragment`${columnOf(source.alias, 'id')} = ANY(${columnOf(inner.alias, field)})`
    : sql.fragment`${columnOf(inner.alias, field)} = ${columnOf(source.alias, 'id')}`;
  return sql.fragment`EXISTS (SELECT 1 FROM ${sql.identifier([from.name])} ${sql.identifier([inner.alias])} WHERE ${joined} AND ${toSql(engine, inner, holds)})`;
}

/** Rows with a content type for whose parts, `app_label` and `model`, criteria hold. */
function labelled({ alias, model }: Source, name: string, holds: Criteria): Sql {
  const column = columnOf(alias, name);
  const labels = model.fields[name]!.isSet ? sql.fragment`${column}` : sql.fragment`ARRAY[${column}]`;
  const matches = spelled(holds, (leaf) => {
    if (!isComparison(leaf) || leaf.lookup === 'subtree') return sql.fragment`false`;
    const part = leaf.path === 'model' ? 2 : 1;
    return comparisons[leaf.lookup](sql.fragment`split_part(label.label, '.', ${part})`, leaf.value, anyText);
  });
  return sql.fragment`EXISTS (SELECT 1 FROM unnest(${labels}) AS label(label) WHERE ${matches})`;
}

/** No column holds a null character, and PostgreSQL does not even take one as a parameter. */
const neverStored = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && !Array.isArray(value) && JSON.stringify(value).includes('\\u0000');

/** Rows whose related object matches. */
function related(
  engine: Engine,
  source: Source,
  name: string,
  target: Model,
  isMany: boolean,
  criteria: Criteria,
): Sql {
  const inner = { model: target, alias: innerAlias(source.alias, name) };
  const condition = toSql(engine, inner, criteria);
  const column = columnOf(source.alias, name);
  const table = sql.fragment`${sql.identifier([target.name])} ${sql.identifier([inner.alias])}`;
  return isMany
    ? sql.fragment`EXISTS (SELECT 1 FROM ${table} WHERE ${columnOf(inner.alias, 'id')} = ANY(${column}) AND ${condition})`
    : sql.fragment`${column} IN (SELECT ${columnOf(inner.alias, 'id')} FROM ${table} WHERE ${condition})`;
}

/** Rows that are, or refer to, the given nodes of a tree or anything below them. */
function subtree(engine: Engine, source: Source, name: string, value: unknown): Sql {
  const known = [value].flat().flatMap((id) => readUuid(id) ?? []);
  const ids = sql.array(known, 'uuid');
  const tree = name === 'id' ? source.model : engine.models.get(source.model.fields[name]!.options.to ?? '');
  if (!tree?.tree) return sql.fragment`false`;
  if (name === 'id') return sql.fragment`${columnOf(source.alias, 'tree_ids')} && ${ids}`;
  const alias = innerAlias(source.alias, name);
  return sql.fragment`${columnOf(source.alias, name)} IN (SELECT ${columnOf(alias, 'id')} FROM ${sql.identifier([tree.name])} ${sql.identifier([alias])} WHERE ${columnOf(alias, 'tree_ids')} && ${ids})`;
}
