import { checkPattern, comparisons, filteredDate, type UnitOfWork } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import {
  allOf,
  anyOf,
  type Condition,
  type Criteria,
  everything,
  f,
  lookupNames,
  type Model,
  not,
} from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import type { CustomField, CustomFieldType } from './customField';
import { fieldsOf } from './definitions';

/** What a parameter `cf_<key>` or `cf_<key>__<suffix>` filters by. */
export interface CustomFilter {
  field: CustomField;
  suffix: string;
}

const ofText = ['n', 'ic', 'nic', 'iew', 'niew', 'isw', 'nisw', 'ie', 'nie', 're', 'nre', 'ire', 'nire'];
const ordered = ['n', 'lt', 'lte', 'gt', 'gte'];

/** The generated look-ups of the parameter that filters by a custom field. */
export const suffixes: Record<CustomFieldType, string[]> = {
  text: ofText,
  url: ofText,
  select: ofText,
  integer: ordered,
  date: ordered,
  'multi-select': ['n'],
  boolean: [],
  json: [],
  markdown: [],
};

/** The custom field a query parameter filters by, if it does; those that are not to be filtered by have none. */
export function customFilter({ engine }: UnitOfWork, model: Model, parameter: string): CustomFilter | undefined {
  if (!parameter.startsWith('cf_')) return undefined;
  const name = parameter.slice('cf_'.length);
  const fields = fieldsOf(engine, model.label).filter((field) => field.filter_logic !== 'disabled');
  const whole = fields.find(({ key }) => key === name);
  if (whole) return { field: whole, suffix: '' };
  const cut = name.lastIndexOf('__');
  const suffix = name.slice(cut + 2);
  const field = cut < 0 ? undefined : fields.find(({ key }) => key === name.slice(0, cut));
  return field && suffixes[field.type].includes(suffix) ? { field, suffix } : undefined;
}

/** Objects by the value of a custom field (docs/contract/custom-data.md); throws a 400 for a value that cannot be one. */
export async function customCriteria(
  work: UnitOfWork,
  { field, suffix }: CustomFilter,
  values: string[],
): Promise<Criteria> {
  const negated = suffix.startsWith('n');
  const lookup = negated ? suffix.slice(1) : suffix;
  if (isPattern(lookup)) for (const value of values) await checkPattern(work, value);
  // By itself a field is asked for by one value, and by one date whatever the look-up: the last counts.
  const wanted = suffix === '' || field.type === 'date' ? values.slice(-1) : values;
  if (negated && lookup !== '') return allOf(...wanted.map((value) => differs(field.key, lookup, value)));
  const criteria = anyOf(...wanted.map((value) => comparisonOf(field, lookup, negated, value)));
  return negated ? not(criteria) : criteria;
}

/** A text that is not like this one, or none at all; null, as the contract has it, is neither. */
const differs = (key: string, lookup: string, value: string): Criteria =>
  onText(key, lookup, value, (matches, json) => sql.fragment`(${json} IS NULL OR NOT ${matches})`);

/** A condition on the JSON value and on it as text. */
const onValue = (key: string, build: (json: Sql, text: Sql) => Sql): Condition => ({
  condition: (column) => {
    const all = column('custom_fields');
    return build(sql.fragment`(${all} -> ${key}::text)`, sql.fragment`(${all} ->> ${key}::text)`);
  },
});

/** A condition on whether the value as text is like this one, and on the JSON value. */
function onText(key: string, lookup: string, value: string, build: (matches: Sql, json: Sql) => Sql): Criteria {
  const criteria = onValue(key, (json, text) => build(textual(lookup, text, value), json));
  return isPattern(lookup) ? { ...criteria, patterns: [value] } : criteria;
}

const isPattern = (lookup: string): boolean => lookup === 're' || lookup === 'ire';
const alone = (matches: Sql): Sql => matches;

const unset = (key: string): Criteria => onValue(key, (_, text) => sql.fragment`${text} IS NULL`);

/** The value is this one, or a list that holds it; found by an index. */
const holds = (key: string, value: unknown): Criteria => ({
  condition: (column) =>
    sql.fragment`(${column('custom_fields')} @> ${JSON.stringify({ [key]: value })}::jsonb AND ${column('custom_fields')} <> '{}')`,
});

function comparisonOf(field: CustomField, lookup: string, negated: boolean, value: string): Criteria {
  const { key, type } = field;
  if (type === 'boolean')
    return ['true', 'false'].includes(value.toLowerCase()) ? holds(key, value.toLowerCase() === 'true') : everything;
  if (type === 'integer') return orderedCriteria(key, lookup, wholeNumber(value));
  if (lookup === '' && !negated && value === 'null') return unset(key);
  if (type === 'date') return orderedCriteria(key, lookup, filteredDate(value));
  if (type === 'multi-select')
    return negated ? onValue(key, (_, text) => sql.fragment`${text} = ${value}`) : holds(key, [value]);
  if (lookup !== '') return onText(key, lookup, value, alone);
  if (type === 'select' || negated) return holds(key, value);
  if (field.filter_logic === 'loose') return onText(key, 'ic', value, alone);
  return type === 'json' ? onValue(key, (_, text) => sql.fragment`${text} = ${value}`) : holds(key, value);
}

const text = f.text();

/** A look-up on the value as text, as on any column of text. */
const textual = (lookup: string, column: Sql, value: string): Sql =>
  comparisons[lookupNames[lookup] as keyof typeof comparisons](column, value, text);

const signs: Record<string, Sql> = {
  lt: sql.fragment`<`,
  lte: sql.fragment`<=`,
  gt: sql.fragment`>`,
  gte: sql.fragment`>=`,
};

/** Values in the order of JSON, in which null comes before everything, dates as the text they are. */
const orderedCriteria = (key: string, lookup: string, value: unknown): Criteria =>
  lookup === ''
    ? holds(key, value)
    : onValue(key, (json) => sql.fragment`(${json} ${signs[lookup]!} ${JSON.stringify(value)}::jsonb)`);

function wholeNumber(value: string): number {
  if (!/^\s*[+-]?\d{1,16}(\.0*)?\s*$/.test(value)) throw problems.malformed('Enter a whole number.');
  return Number(value);
}
