import { problems } from '@plumbline/http';
import {
  anyOf,
  type Criteria,
  everything,
  type Filter,
  type Lookup,
  lookupNames,
  type Model,
  not,
  nothing,
  readAnswer,
  readDate,
  readDateTime,
  readDecimal,
  readUuid,
  where,
} from '@plumbline/model';
import type { UnitOfWork } from '../core/engine';
import { select } from '../core/messages/ask';
import { viewerOf } from '../core/viewer';
import { checkPattern } from '../criteria/patterns';
import { notAChoice } from './notAChoice';
import { relationCriteria } from './relations';

const invalid = (message: string) => problems.malformed(message);

/** Whether a filter is about one value. */
export const isSingle = ({ kind, single, takes }: Filter): boolean =>
  single === true || takes === 'boolean' || ['boolean', 'has', 'search', 'decimal'].includes(kind);

/** Values that a filter looks for at once, and that it compares each row with one after another. */
const mostValues = 10_000;
const mostCompared = 1_000;

/**
 * Turns the values of one parameter, of which a filter about one value gets one, into criteria, which the caller turns
 * round when they are `negated`; throws a 400 with the message for a value it cannot take.
 */
export async function compileFilter(
  work: UnitOfWork,
  model: Model,
  filter: Filter,
  suffix: string,
  given: string[],
  negated = false,
): Promise<Criteria> {
  const values = isSingle(filter) ? given : [...new Set(given)];
  const lookup = lookupNames[suffix]!;
  const most = lookup === 'exact' ? mostValues : mostCompared;
  if (values.length > most) throw invalid(`Ensure this value has no more than ${most} items.`);
  switch (filter.kind) {
    case 'text':
    case 'choice':
    case 'label':
      return textCriteria(work, filter, lookup, values);
    case 'uuid':
      return idCriteria(filter, lookup, values);
    case 'number':
    case 'decimal':
      return oneOf(
        filter,
        lookup,
        values.map((value) => readNumber(model, filter, value)),
      );
    case 'datetime': {
      const moments = values.map(readMoment);
      return filter.absent ? nothing : oneOf(filter, lookup, moments);
    }
    case 'date':
      return oneOf(filter, lookup, values.map(filteredDate));
    case 'boolean':
      return booleanCriteria(filter.path, 'exact', values.at(-1)!);
    case 'has':
      return hasCriteria(filter.path, values);
    case 'relation':
    case 'relationId':
    case 'tree':
      return relationCriteria(work, model, filter, values, negated && filter.negatesAnyId);
    case 'labels':
      return labelsCriteria(work, filter, values);
    case 'labelNumber':
      return labelNumberCriteria(work, filter, values);
    case 'search':
      return searchCriteria(filter, values.at(-1)!);
    case 'rule':
      return filter.rule!(values, {
        find: async (label, criteria) =>
          (await select(work, label, criteria, viewerOf(work))).map(({ id }) => id as string | number),
      });
  }
}

/** One value as it is, several as alternatives. */
function oneOf(filter: Filter, lookup: Lookup, values: unknown[]): Criteria {
  if (lookup === 'exact' && values.length > 1) return where(filter.path, 'in', values);
  return anyOf(...values.map((value) => where(filter.path, lookup, value)));
}

async function textCriteria(work: UnitOfWork, filter: Filter, lookup: Lookup, values: string[]): Promise<Criteria> {
  if (filter.kind === 'choice' && (lookup === 'exact' || !filter.anyText)) checkChoices(filter, values);
  if (lookup === 'regex' || lookup === 'iregex') for (const value of values) await checkPattern(work, value);
  const { nullWord = 'null' } = filter;
  const isWhole = lookup === 'exact' || lookup === 'iexact';
  const asksForNull = isWhole && nullWord !== false && values.includes(nullWord);
  const nulls = asksForNull ? [where(filter.path, 'isnull', true)] : [];
  const given = nulls.length > 0 ? values.filter((value) => value !== nullWord) : values;
  const rest = lookup === 'exact' && filter.read ? given.map((value) => readValue(filter, value)) : given;
  return anyOf(...nulls, ...(rest.length > 0 ? [oneOf(filter, lookup, rest)] : []));
}

function readValue({ read }: Filter, value: string): string {
  const stored = read!(value);
  if (stored === undefined) throw invalid('Enter a valid value.');
  return stored;
}

function checkChoices({ choices = [], nullWord = 'null' }: Filter, values: string[]): void {
  for (const value of values)
    if (value !== nullWord && !choices.some(([known]) => String(known) === value)) throw notAChoice(value);
}

function idCriteria(filter: Filter, lookup: Lookup, values: string[]): Criteria {
  // Those who ask for a part of an id, or for a pattern, have to name a whole one, too.
  const ids = values.map((value) => {
    const id = readUuid(value);
    if (id === undefined) throw invalid('Enter a valid UUID.');
    return id;
  });
  return oneOf(filter, lookup, ids);
}

function readNumber(model: Model, filter: Filter, value: string): number | string {
  if (model.fields[filter.path]?.kind.isFractional || filter.kind === 'decimal') {
    const number = readDecimal(value);
    if (number === undefined) throw invalid('Enter a number.');
    return number;
  }
  const text = value.trim();
  if (!/^[+-]?\d+(\.0*)?$/.test(text)) throw invalid('Enter a whole number.');
  return Math.min(Math.max(Number(text), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

/** A date or a moment as filters take it: as in ISO 8601, or with slashes and the month first. */
function readMoment(value: string): string {
  const iso = withYearFirst(value);
  const moment = readDateTime(iso) ?? readDateTime(`${iso.trim()} 00:00`);
  if (moment === undefined) throw invalid('Enter a valid date/time.');
  return moment;
}

/** A date in the same spellings; throws a 400 for anything else. */
export function filteredDate(value: string): string {
  const date = readDate(withYearFirst(value));
  if (date === undefined) throw invalid('Enter a valid date.');
  return date;
}

/** `10/25/2026` as `2026-10-25`; of two digits 69 is the first year of the last century, as `%y` has it. */
function withYearFirst(value: string): string {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(.*)$/.exec(value.trim());
  if (!american) return value;
  const [, month, day, year = '', rest] = american;
  const century = year >= '69' ? '19' : '20';
  return `${year.length === 2 ? century + year : year}-${month}-${day}${rest}`;
}

/** Whether there is at least one; it has to be said of none of them that there is not. */
function hasCriteria(path: string, values: string[]): Criteria {
  const answer = readAnswer(values);
  if (answer === undefined) return everything;
  const some = where(path, 'isnull', false);
  return answer ? some : not(some);
}

/** Yes or no about a column, in any case, as Python writes them too; text that is neither is ignored, as the contract does. */
export function booleanCriteria(path: string, lookup: Lookup, value: string): Criteria {
  const word = value.toLowerCase();
  if (word === 'true') return where(path, lookup, true);
  return word === 'false' ? where(path, lookup, false) : everything;
}

function labelsCriteria({ engine }: UnitOfWork, filter: Filter, values: string[]): Criteria {
  const { allowed = 'any' } = filter;
  const labels: ReadonlySet<string> | undefined =
    allowed === 'any' ? undefined : engine.catalog.contentTypesAmong(allowed);
  // No content type is called `null`, which is asked for all the same: nothing has it.
  for (const value of values) if (value !== 'null' && labels?.has(value) === false) throw notAChoice(value);
  return filter.conjoined ? where(filter.path, 'contains_all', values) : where(filter.path, 'in', values);
}

function labelNumberCriteria({ engine }: UnitOfWork, filter: Filter, values: string[]): Criteria {
  const numbers = values.filter((value) => value !== 'null');
  const labels = numbers.map((value) => {
    if (!/^\d{1,9}$/.test(value)) throw invalid(`“${value}” is not a valid value.`);
    const label = engine.catalog.contentTypeNumbered(Number(value));
    if (label === undefined) throw notAChoice(value);
    return label;
  });
  const nulls = numbers.length < values.length ? [where(filter.path, 'isnull', true)] : [];
  return anyOf(...nulls, where(filter.path, 'in', labels));
}

function searchCriteria({ search = {} }: Filter, phrase: string): Criteria {
  return anyOf(
    ...Object.entries(search).flatMap(([path, how]): Criteria[] => {
      if (how === 'number') return /^\s*\d{1,15}\s*$/.test(phrase) ? [where(path, 'exact', Number(phrase))] : [];
      if (path === 'id') return readUuid(phrase.trim()) ? [where('id', 'exact', phrase.trim())] : [];
      return [how === 'trimmed' ? where(path, 'icontains', phrase.trim()) : where(path, how, phrase)];
    }),
    nothing,
  );
}
