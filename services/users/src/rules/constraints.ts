import { isDeepStrictEqual } from 'node:util';
import { unreadablePatterns } from '@plumbline/engine';
import { type BatchRule, type Candidate, readAttribute, type WriteContext } from '@plumbline/model';
import { readConstraints } from '../identity/grants';

/** A look-up of a constraint, by the name that it ends in, and what it compares with. */
interface Told {
  key: string;
  lookup: string;
  value: unknown;
}

/** The look-ups that take a list, with what is said where they have none. */
const lists: Readonly<Record<string, string>> = {
  in: 'Expected a list of values.',
  has_keys: 'Expected a list of keys.',
  has_any_keys: 'Expected a list of keys.',
  net_in: 'Expected a list of values.',
  range: 'Expected a list of two values.',
};

/**
 * Look-ups of new constraints can be told what they compare with: a text in place of a list, or a regular expression that cannot be read, is a
 * mistake that nobody would see but by what is denied. What is stored stays, and may be changed otherwise.
 */
export const lookUpsHaveTheirValues: BatchRule = async (candidates, context) => {
  const told = candidates.map((candidate) => toldAnew(candidate, context));
  const unreadable = await unreadablePatterns(context, told.flat().flatMap(patternOf));
  const problemOf = (one: Told): string | undefined => {
    const [pattern] = patternOf(one);
    if (pattern === undefined) return isListed(one) ? undefined : lists[one.lookup];
    return unreadable.has(pattern) ? `'${pattern}' is not a valid regular expression.` : undefined;
  };
  return told.map((lookUps) => {
    const wrong = lookUps.find((one) => problemOf(one) !== undefined);
    return wrong && { constraints: [`${wrong.key}: ${problemOf(wrong)}`] };
  });
};

/** What constraints say that were not there before, as far as it is compared by a look-up. */
function toldAnew({ row, before }: Candidate, { pathEnd }: WriteContext): Told[] {
  if (before && isDeepStrictEqual(before.constraints, row.constraints)) return [];
  const labels = row.object_types as string[];
  // What one of the models has something by is no look-up, whatever it is to the others.
  const endOf = (path: string) => labels.map((label) => pathEnd(label, path)).find((end) => end !== undefined);
  return readConstraints(row.constraints).flatMap((constraint) =>
    Object.entries(constraint).flatMap(([key, value]) => {
      const { lookup } = readAttribute(key, endOf);
      return lookup === undefined ? [] : [{ key, lookup, value }];
    }),
  );
}

const patternOf = ({ lookup, value }: Told): string[] =>
  (lookup === 'regex' || lookup === 'iregex') && typeof value === 'string' ? [value] : [];

function isListed({ lookup, value }: Told): boolean {
  if (!Object.hasOwn(lists, lookup)) return true;
  return Array.isArray(value) && (lookup !== 'range' || value.length === 2);
}
