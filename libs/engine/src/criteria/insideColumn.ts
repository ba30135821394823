import { f, insideOf, isStorableJson, type Lookup, type PartOfTime } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { comparisons } from './compare';
import type { Step } from './walk';

const anyText = f.text();
const anyJson = f.json();

/** Look-ups that compare JSON with JSON: numbers by what they come to, lists and objects with all that is in them. */
const betweenJson: ReadonlySet<Lookup> = new Set([
  'exact',
  'in',
  'contains',
  'contained_by',
  'gt',
  'gte',
  'lt',
  'lte',
  'range',
  'has_key',
  'has_keys',
  'has_any_keys',
]);

/** Rows by a value inside a column, as JSON or as its text; one value of a dictionary is found by an index. */
export function byKey(
  column: Sql,
  { field, keys }: Extract<Step, { kind: 'key' }>,
  lookup: keyof typeof comparisons,
  value: unknown,
): Sql {
  if (!isStorableJson([keys, value])) return sql.fragment`false`;
  const path = sql.array(keys, 'text');
  const [key, ...further] = keys;
  const isEntry = field.options.keyed === true && further.length === 0;
  if (!betweenJson.has(lookup) && (isEntry || lookup !== 'isnull'))
    return comparisons[lookup](sql.fragment`(${column} #>> ${path})`, value, anyText);
  const holds = comparisons[lookup](sql.fragment`(${column} #> ${path})`, value, anyJson);
  if (lookup !== 'exact' || !isEntry) return holds;
  return sql.fragment`(${column} @> ${JSON.stringify({ [key!]: value })}::jsonb AND ${column} <> '{}' AND ${holds})`;
}

const wholeNumber = f.int();
const day = f.date();

/** How parts of times are written that PostgreSQL calls by other names, or counts otherwise. */
const madeParts: Partial<Record<PartOfTime, (time: Sql) => Sql>> = {
  date: (time) => sql.fragment`(${time})::date`,
  iso_year: (time) => sql.fragment`extract(isoyear FROM ${time})`,
  week_day: (time) => sql.fragment`extract(dow FROM ${time}) + 1`,
  iso_week_day: (time) => sql.fragment`extract(isodow FROM ${time})`,
  second: (time) => sql.fragment`floor(extract(second FROM ${time}))`,
};

/** Rows by a part of a day, or of a moment in UTC. */
export function byPart(
  column: Sql,
  { field, part }: Extract<Step, { kind: 'part' }>,
  lookup: keyof typeof comparisons,
  value: unknown,
): Sql {
  const time = insideOf(field) === 'moment' ? sql.fragment`${column} AT TIME ZONE 'UTC'` : column;
  const made = madeParts[part]?.(time) ?? sql.fragment`date_part(${part}, ${time})`;
  return comparisons[lookup](sql.fragment`(${made})`, value, part === 'date' ? day : wholeNumber);
}
