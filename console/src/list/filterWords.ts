import type { Description, FilterDescription } from '../api/description';

/** One parameter of a list's address, taken apart. */
export interface ReadFilter {
  parameter: string;
  filter: FilterDescription | undefined;
  /** What is compared with, and how: `is`, `contains`. */
  words: string;
  /** Whether its value is yes or no, whatever the filter is about. */
  isEmptiness: boolean;
}

const suffixWords: Record<string, string> = {
  '': 'is',
  n: 'is not',
  ic: 'contains',
  nic: 'does not contain',
  isw: 'starts with',
  nisw: 'does not start with',
  iew: 'ends with',
  niew: 'does not end with',
  ie: 'is (any case)',
  nie: 'is not (any case)',
  re: 'matches',
  nre: 'does not match',
  ire: 'matches (any case)',
  nire: 'does not match (any case)',
  lt: 'is below',
  lte: 'is at most',
  gt: 'is above',
  gte: 'is at least',
  isnull: 'is empty',
};

/** What follows the name of a filter in a parameter. */
export const suffixOf = (name: string, parameter: string): string => parameter.slice(name.length + 2);

/** A look-up as one reads it between a filter and its value. */
export const wordsOf = (suffix: string): string => suffixWords[suffix] ?? suffix;

/** Takes a parameter apart with what the model says of its filters. */
export function readFilter(description: Description, parameter: string): ReadFilter {
  const filter = description.filters.find(
    ({ name, lookups }) => name === parameter || lookups.some((lookup) => lookup.parameter === parameter),
  );
  const suffix = filter ? suffixOf(filter.name, parameter) : '';
  return { parameter, filter, words: wordsOf(suffix), isEmptiness: suffix === 'isnull' };
}
