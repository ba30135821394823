import { type FieldErrors, Problem, problems } from '@plumbline/http';
import { type Criteria, everything, type FilterKind, type Model, nothing } from '@plumbline/model';
import { localize } from '../criteria/localize';
import { customFilter } from '../customFields/filters';
import type { Work } from '../engine';
import { findFilter, readFilters } from '../filter/readFilters';
import { relationshipFilter } from '../relationships/filters';
import { type FiltersReply, filtersRequest } from './messages';

/** Filters on one choice out of many, which take nothing but lists unless a look-up makes text of it. */
const choosing: FilterKind[] = ['relation', 'relationId', 'tree', 'choice', 'labels'];

/**
 * Reads a filter that is kept: parameters of the model's list with one value or several each. Throws a 400 that names
 * every parameter that is unknown or has a bad value.
 */
export async function readStoredFilter(work: Work, model: Model, filter: unknown): Promise<Criteria> {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    throw problems.field('filter', 'Filter must be a dict');
  const errors: FieldErrors = Object.create(null);
  const query = new Map<string, string[]>();
  for (const [name, value] of Object.entries(filter)) {
    const fault = faultOf(work, model, name, value);
    if (fault !== undefined) errors[name] = [fault];
    else if (value !== null) query.set(name, [value].flat().map(String));
  }
  const criteria = await readFilters(work, model, query).catch((error) => {
    if (!isRefusal(error)) throw error;
    Object.assign(errors, error.body);
    return everything;
  });
  if (Object.keys(errors).length > 0) throw problems.fields(errors);
  return criteria;
}

/** What is wrong with the form of a parameter, before its values are looked at. */
function faultOf(work: Work, model: Model, name: string, value: unknown): string | undefined {
  const found = findFilter(model, name);
  const isRelationship = !found && relationshipFilter(work, model, name) !== undefined;
  if (!found && !isRelationship && !customFilter(work, model, name)) return 'Unknown filter field';
  if (value === null) return undefined;
  const takesList = found
    ? !found.filter.single && choosing.includes(found.filter.kind) && ['', 'n'].includes(found.suffix)
    : isRelationship;
  if (takesList && !Array.isArray(value)) return 'Enter a list of values.';
  return [value].flat().every(isPlain) ? undefined : 'Enter a valid value.';
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const isRefusal = (error: unknown): error is Problem => error instanceof Problem && error.status === 400;

/** The objects a kept filter stands for by now, as this service can look for them; one that means nothing any more has none. */
export async function storedCriteria(work: Work, model: Model, filter: unknown): Promise<Criteria> {
  try {
    return await localize(work, model, await readStoredFilter(work, model, filter));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return nothing;
  }
}

/** Filters that are looked at beside one another. */
const together = 20;

/** Answers `filters` for a model of this service. */
export async function judgeFilters(work: Work, model: Model, payload: unknown): Promise<FiltersReply> {
  const { filters } = filtersRequest.parse(payload);
  const reply: FiltersReply = [];
  for (let first = 0; first < filters.length; first += together)
    reply.push(
      ...(await Promise.all(filters.slice(first, first + together).map((filter) => judge(work, model, filter)))),
    );
  return reply;
}

async function judge(work: Work, model: Model, filter: unknown): Promise<FieldErrors | null> {
  try {
    await readStoredFilter(work, model, filter);
    return null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.body as FieldErrors;
  }
}
