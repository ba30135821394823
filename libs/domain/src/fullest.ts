import { lastValue, problems, type Query } from '@plumbline/http';

/** Objects that are answered at most, of those that are so full. */
export const mostFull = 100;

/** Reads `at_least`: a share from 0 to 1; undefined when it is absent. */
export function readShare(query: Query): number | undefined {
  const text = lastValue(query, 'at_least');
  if (text === undefined || text === '') return undefined;
  const share = text.trim() === '' ? Number.NaN : Number(text);
  if (!(share >= 0 && share <= 1)) throw problems.field('at_least', 'Enter a number from 0 to 1.');
  return share;
}

/** How OpenAPI tells of it. */
export const shareParameter = (what: string) => ({
  name: 'at_least',
  in: 'query',
  description: `The ${mostFull} ${what}, of those that are at least so full, from 0 to 1.`,
  schema: { type: 'number' as const, minimum: 0, maximum: 1 },
});
