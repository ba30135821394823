import { columnType } from '../fields/columnType';
import type { Field } from '../fields/field';

/** Parts of a day that can be compared by themselves, as whole numbers. Weekdays count from Sunday, 1; `iso_week_day` from Monday. */
export const dayParts = ['year', 'iso_year', 'quarter', 'month', 'week', 'day', 'week_day', 'iso_week_day'] as const;
/** Those of a moment, in UTC; its `date` is a day. */
export const momentParts = [...dayParts, 'date', 'hour', 'minute', 'second'] as const;
export type PartOfTime = (typeof momentParts)[number];

/**
 * What paths go on with below a column: the keys of JSON, or the parts of a day or a moment. Those of a dictionary are names that
 * people have given, whatever else these mean.
 */
export type Inside = 'json' | 'dictionary' | 'day' | 'moment';

const byType: Readonly<Record<string, Inside>> = {
  jsonb: 'json',
  date: 'day',
  'timestamp with time zone': 'moment',
};

/** What is inside a field; undefined where paths end at it, as at what is kept from everybody. */
export function insideOf(field: Field): Inside | undefined {
  const { stored, options, kind } = field;
  if (!stored || options.writeOnly || kind.isSealed || (options.hidden && !options.keyed)) return undefined;
  return options.keyed ? 'dictionary' : byType[columnType(field)];
}

/** The part of a time that a name means. */
export function partOfTime(inside: Inside, name: string): PartOfTime | undefined {
  const known: readonly PartOfTime[] = inside === 'day' ? dayParts : inside === 'moment' ? momentParts : [];
  return known.find((part) => part === name);
}

/** Whether a path goes on this way inside a column. */
export const leadsInside = (inside: Inside, rest: string): boolean =>
  inside === 'json' || inside === 'dictionary' ? !rest.split('.').includes('') : partOfTime(inside, rest) !== undefined;

/**
 * What a path ends at: JSON, into which it may lead further and which has a null of its own; an entry of a dictionary, the same but
 * that null is as if it were not there; or a value in which nothing is.
 */
export type PathEnd = 'json' | 'entry' | 'value';

/** What a path ends at that goes on inside a column. */
export function endInside(inside: Inside, rest: string): PathEnd | undefined {
  if (rest !== '' && !leadsInside(inside, rest)) return undefined;
  if (inside === 'json' || rest.includes('.')) return 'json';
  return inside === 'dictionary' && rest !== '' ? 'entry' : 'value';
}
