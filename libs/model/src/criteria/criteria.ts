import { z } from 'zod/v4';
import type { Sql } from '../rules/statements';

/** How a value is compared; the names are those of permission constraints and attribute dictionaries. */
export const lookups = [
  'exact',
  'iexact',
  'contains',
  'icontains',
  'startswith',
  'istartswith',
  'endswith',
  'iendswith',
  'regex',
  'iregex',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'range',
  'isnull',
  'has_key',
  'has_keys',
  'has_any_keys',
  'contained_by',
  'subtree',
  'contains_all',
  'net_contained',
  'net_contained_or_equal',
  'net_contains',
  'net_contains_or_equals',
  'net_equals',
  'net_host',
  'net_host_contained',
  'net_in',
  'family',
] as const;
export type Lookup = (typeof lookups)[number];

/** Those that JSON is compared by; the others are about networks, trees and sets. */
export const ofJson: ReadonlySet<Lookup> = new Set(lookups.slice(0, lookups.indexOf('subtree')));

/**
 * One comparison. `path` leads over relations, forwards or backwards, to a column: `tenant.tenant_group.name`; `id` is
 * the key.
 */
export interface Comparison {
  path: string;
  lookup: Lookup;
  value: unknown;
}

/** A condition in SQL of the model's own, on the row that `column` names columns of. Never crosses the bus. */
export interface Condition {
  condition: (column: (name: string) => Sql) => Sql;
  /** The regular expressions of clients in it. */
  patterns?: string[];
}

/** That among the objects that a path leads to there is one for which all of it holds. */
export interface Some {
  some: string;
  holds: Criteria;
}

/** Which objects of a model are meant: comparisons combined with and, or, not. */
export type Criteria = { and: Criteria[] } | { or: Criteria[] } | { not: Criteria } | Some | Comparison | Condition;

export const everything: Criteria = { and: [] };
export const nothing: Criteria = { or: [] };

export const where = (path: string, lookup: Lookup, value: unknown): Comparison => ({ path, lookup, value });
/** Whether criteria hold for every object. */
export const isEverything = (criteria: Criteria): boolean => 'and' in criteria && criteria.and.length === 0;

/** All of them must hold; those that hold for everything are left out. */
export function allOf(...criteria: Criteria[]): Criteria {
  const narrowing = criteria.filter((part) => !isEverything(part));
  return narrowing.length === 1 ? narrowing[0]! : { and: narrowing };
}

export const anyOf = (...criteria: Criteria[]): Criteria => (criteria.length === 1 ? criteria[0]! : { or: criteria });
export const not = (criteria: Criteria): Criteria => ({ not: criteria });

export const isComparison = (criteria: Criteria): criteria is Comparison => 'path' in criteria;

/** Criteria as they cross the bus. Most are a comparison; that others are tried for nothing would cost more than it. */
export const criteriaSchema: z.ZodType<Criteria> = z.lazy(() =>
  z.union([
    z.strictObject({ path: z.string(), lookup: z.enum(lookups), value: z.unknown() }),
    z.strictObject({ and: z.array(criteriaSchema) }),
    z.strictObject({ or: z.array(criteriaSchema) }),
    z.strictObject({ not: criteriaSchema }),
    z.strictObject({ some: z.string(), holds: criteriaSchema }),
  ]),
) as z.ZodType<Criteria>;
