import { isDeepStrictEqual } from 'node:util';
import type { TableSpec } from '../table';

export type Part = 'table' | 'partitioning' | 'primary key' | 'column' | 'index' | 'foreign key' | 'check';

/** One thing that is not as it should be. */
export interface Difference {
  table: string;
  part: Part;
  /** The column, index or constraint; the table itself for a table or its primary key. */
  name: string;
  problem: 'missing' | 'unwanted' | 'different';
  /** What is there and what should be, of the part that differs. */
  actual?: unknown;
  wanted?: unknown;
}

/**
 * What has to change in `actual` to become `wanted`; both spelled alike, see `asPostgresSpells`. Order does not count.
 */
export function compareSchema(actual: TableSpec[], wanted: TableSpec[]): Difference[] {
  return [...pairs(actual, wanted)].flatMap(([name, is, should]) => {
    if (is === undefined || should === undefined) return difference(name, 'table', name, is, should);
    return [
      ...compareParts(name, 'column', is.columns, should.columns),
      ...difference(name, 'partitioning', name, is.partitionBy ?? 'none', should.partitionBy ?? 'none'),
      ...difference(name, 'primary key', name, is.primaryKey, should.primaryKey),
      ...compareParts(name, 'index', is.indexes, should.indexes),
      ...compareParts(name, 'foreign key', is.foreignKeys, should.foreignKeys),
      ...compareParts(name, 'check', is.checks, should.checks),
    ];
  });
}

/** The difference as a sentence for people. */
export function describeDifference({ table, part, name, problem, actual, wanted }: Difference): string {
  const what =
    part === 'table'
      ? `table ${table}`
      : part === 'primary key' || part === 'partitioning'
        ? `${part} of ${table}`
        : `${part} ${name} of ${table}`;
  if (problem === 'missing') return `The ${what} is missing.`;
  if (problem === 'unwanted') return `The ${what} should not be there.`;
  return `The ${what} is ${JSON.stringify(actual)} and should be ${JSON.stringify(wanted)}.`;
}

function compareParts<T extends { name: string }>(table: string, part: Part, actual: T[], wanted: T[]): Difference[] {
  return [...pairs(actual, wanted)].flatMap(([name, is, should]) => difference(table, part, name, is, should));
}

function difference(table: string, part: Part, name: string, actual: unknown, wanted: unknown): Difference[] {
  if (actual === undefined) return [{ table, part, name, problem: 'missing', wanted }];
  if (wanted === undefined) return [{ table, part, name, problem: 'unwanted', actual }];
  if (isDeepStrictEqual(defined(actual), defined(wanted))) return [];
  return [{ table, part, name, problem: 'different', actual, wanted }];
}

function* pairs<T extends { name: string }>(
  actual: T[],
  wanted: T[],
): Generator<[string, T | undefined, T | undefined]> {
  const present = new Map(actual.map((item) => [item.name, item]));
  for (const item of wanted) yield [item.name, present.get(item.name), item];
  const names = new Set(wanted.map(({ name }) => name));
  for (const item of actual) if (!names.has(item.name)) yield [item.name, item, undefined];
}

/** Without keys that are present but undefined; arrays stay arrays. */
const defined = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
