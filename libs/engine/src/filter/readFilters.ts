import { type FieldErrors, Problem, problems, type Query } from '@plumbline/http';
import { allOf, type Criteria, type Filter, type Model, not, suffixesOf } from '@plumbline/model';
import type { UnitOfWork } from '../core/engine';
import type { ExtensionFilter } from '../core/extensions/extension';
import { extensionsOf } from '../core/extensions/registered';
import { asSeen } from '../permissions/asSeen';
import { booleanCriteria, compileFilter, isSingle } from './compile';

/** Parameters that are never filters (docs/contract/lists.md). */
const reserved = new Set([
  'api_version',
  'depth',
  'format',
  'include',
  'limit',
  'offset',
  'sort',
  'exclude_m2m',
  'dry_run',
  'multipart',
]);

/**
 * Reads a list's query parameters into criteria: different parameters must all hold.
 * Throws a 400 that names every parameter that is unknown or has a bad value.
 */
export async function readFilters(work: UnitOfWork, model: Model, query: Query): Promise<Criteria> {
  // No parameter's name may reach a prototype.
  const errors: FieldErrors = Object.create(null);
  const unknown: string[] = [];
  const parts: Criteria[] = [];
  for (const [name, given] of query) {
    if (reserved.has(name)) continue;
    const found = findFilter(model, name);
    const added = found ? undefined : addedFilter(work, model, name);
    if (!found && !added) {
      if (work.engine.settings.strictFiltering) unknown.push(name);
      continue;
    }
    const values = found && takesLast(found.filter, found.suffix) ? given.slice(-1) : given;
    const told = found && takesOnlyNames(found) ? [...values] : values.filter((value) => value !== '');
    if (told.length === 0) continue;
    try {
      if (told.some((value) => value.includes('\0'))) throw problems.malformed('Null characters are not allowed.');
      parts.push(added ? await added.criteria(told) : await readOne(work, model, found!.filter, found!.suffix, told));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 400) throw error;
      errors[name] = 'detail' in error.body ? [String(error.body.detail)] : (Object.values(error.body)[0] as string[]);
    }
  }
  for (const name of unknown) errors[name] = ['Unknown filter field'];
  if (Object.keys(errors).length > 0) throw problems.fields(errors);
  return asSeen(work, model, allOf(...parts));
}

/** What a parameter that no filter of the model has filters by, where an extension knows it. */
export function addedFilter(work: UnitOfWork, model: Model, name: string): ExtensionFilter | undefined {
  for (const extension of extensionsOf(work.engine).of(model)) {
    const filter = extension.filter?.(work, model, name);
    if (filter) return filter;
  }
  return undefined;
}

/** The filter a parameter means, and the generated look-up at its end, if any. */
export function findFilter(model: Model, name: string): { filter: Filter; suffix: string } | undefined {
  const direct = model.filters[name];
  if (direct) return { filter: direct, suffix: '' };
  const cut = name.lastIndexOf('__');
  const filter = cut > 0 ? model.filters[name.slice(0, cut)] : undefined;
  const suffix = name.slice(cut + 2);
  return filter && suffixesOf(model, filter).includes(suffix) ? { filter, suffix } : undefined;
}

async function readOne(
  work: UnitOfWork,
  model: Model,
  filter: Filter,
  suffix: string,
  values: string[],
): Promise<Criteria> {
  if (suffix === 'isnull') return booleanCriteria(filter.path, 'isnull', values.at(-1)!);
  const negated = suffix.startsWith('n');
  const lookup = negated ? suffix.slice(1) : suffix;
  const criteria = await compileFilter(work, model, asLookup(filter, suffix), lookup, values, negated);
  // A quirk of the contract that clients rely on: on content types `n` finds what the filter itself finds.
  return negated && filter.kind !== 'labels' && filter.kind !== 'label' ? not(criteria) : criteria;
}

/** Whether each value has to name an object, a content type or a choice, which an empty one does not. */
function takesOnlyNames({ filter, suffix }: { filter: Filter; suffix: string }): boolean {
  if (isSingle(filter) || suffix === 'isnull') return false;
  if (filter.kind === 'choice') return suffix === '' || suffix === 'n' || !filter.anyText;
  return filter.namesObjects ?? ['relation', 'relationId', 'tree', 'labels', 'labelNumber'].includes(filter.kind);
}

/** Whether only the last one of several values counts. */
const takesLast = (filter: Filter, suffix: string): boolean =>
  isSingle(filter) || suffix === 'isnull' || filter.kind === 'datetime' || filter.kind === 'date';

/**
 * How several values of a generated look-up hang together: those of content types always all; `n` leaves out each.
 */
function asLookup(filter: Filter, suffix: string): Filter {
  if (suffix === '' || filter.kind === 'label') return filter;
  if (filter.kind === 'labels') return { ...filter, conjoined: true };
  return filter.conjoined ? { ...filter, conjoined: false } : filter;
}
