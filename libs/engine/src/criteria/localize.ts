import {
  anyOf,
  type Comparison,
  type Criteria,
  everything,
  isComparison,
  joinPaths,
  type Model,
  not,
  type Some,
  where,
} from '@plumbline/model';
import type { UnitOfWork } from '../core/engine';
import { findIds, findValues } from '../core/messages/ask';
import { gathered } from './gathered';
import { sealedCriteria } from './sealed';
import { meansYes } from './value';
import { type Step, walk, walkToObjects } from './walk';

/**
 * Replaces every comparison that leads into another service by the ids its owner answers, so that what is left can be
 * written in SQL here. One question to the owner for each such comparison, whatever the number of rows, and one for all
 * alternatives that lead over the same relation.
 */
export async function localize(work: UnitOfWork, model: Model, criteria: Criteria): Promise<Criteria> {
  if (staysHere(model, criteria)) return criteria;
  if ('condition' in criteria) return criteria;
  if ('and' in criteria) return { and: await Promise.all(criteria.and.map((part) => localize(work, model, part))) };
  if ('or' in criteria) {
    const parts = gathered(work.engine, model, criteria.or);
    return anyOf(...(await Promise.all(parts.map((part) => localize(work, model, part)))));
  }
  if ('not' in criteria) return { not: await localize(work, model, criteria.not) };
  if ('some' in criteria) return localizeSome(work, model, criteria);
  return localizeComparison(work, model, criteria, '');
}

/** Where a path of several names does not lead to another object. */
const endsHere: ReadonlySet<Step['kind']> = new Set(['key', 'part', 'label', 'unknown']);

/** Whether every comparison is plainly about a column of the model itself and stands alone: the usual case, worth no question. */
function staysHere(model: Model, criteria: Criteria): boolean {
  if ('condition' in criteria) return true;
  if ('some' in criteria) return false;
  if ('not' in criteria) return staysHere(model, criteria.not);
  if ('and' in criteria) return criteria.and.every((part) => staysHere(model, part));
  if ('or' in criteria) return criteria.or.length < 2 && criteria.or.every((part) => staysHere(model, part));
  const field = model.fields[criteria.path];
  return field?.stored === true && !field.kind.isSealed && criteria.lookup !== 'subtree' && criteria.value !== null;
}

/** The same of what holds for one of the objects that a path leads to. */
async function localizeSome(work: UnitOfWork, model: Model, { some, holds: of }: Some): Promise<Criteria> {
  const { next, first, rest } = walkToObjects(work.engine, model, some);
  const holds = rest === '' ? of : { some: rest, holds: of };
  switch (next.kind) {
    case 'relation':
      return { some: first, holds: await localize(work, next.target, holds) };
    case 'reverse':
      return { some: first, holds: await localize(work, next.from, holds) };
    case 'foreign':
      return where(next.name, 'in', await findIds(work, next.target.label, holds));
    case 'foreignReverse':
      return where('id', 'in', await findValues(work, next.relation.from.label, holds, next.relation.field));
    default:
      return { some, holds: of };
  }
}

async function localizeComparison(
  work: UnitOfWork,
  model: Model,
  comparison: Comparison,
  walked: string,
): Promise<Criteria> {
  const { path, lookup, value } = comparison;
  if (lookup === 'exact' && value === null) return localizeComparison(work, model, where(path, 'isnull', true), walked);
  if (lookup === 'isnull' && meansYes(value) && walk(work.engine, model, path).rest !== '')
    return localizeNull(work, model, path, walked);
  return localizeStep(work, model, comparison, walked);
}

/**
 * Whether a path ends in nothing: it ends early, or at its end is no value. Of many related objects one without a value
 * is enough, so it is no opposite of a value wherever a path leads over objects.
 */
async function localizeNull(work: UnitOfWork, model: Model, path: string, walked: string): Promise<Criteria> {
  const { next, first } = walk(work.engine, model, path);
  if (next.kind === 'column') return localizeStep(work, model, where(path, 'isnull', true), walked);
  if (endsHere.has(next.kind)) return among(walked, not(where(path, 'isnull', false)));
  return anyOf(
    await localizeComparison(work, model, where(first, 'isnull', true), walked),
    await localizeStep(work, model, where(path, 'isnull', true), walked),
  );
}

/** What holds for one of the rows that a path within this service leads to. */
const among = (path: string, holds: Criteria): Criteria =>
  path === '' ? holds : path.split('.').reduceRight((inner, some): Criteria => ({ some, holds: inner }), holds);

/** Takes one step along the path and goes on from there, or asks the owner about the rest. */
async function localizeStep(work: UnitOfWork, model: Model, comparison: Comparison, walked: string): Promise<Criteria> {
  const { path, lookup, value } = comparison;
  const here = (name: string) => joinPaths(walked, name);
  const { next, first, rest } = walk(work.engine, model, path);
  switch (next.kind) {
    case 'relation':
      return localizeComparison(work, next.target, { path: rest, lookup, value }, here(next.name));
    case 'reverse':
      return localizeComparison(work, next.from, { path: rest, lookup, value }, here(first));
    case 'foreign': {
      const ids = await findIds(work, next.target.label, where(rest, lookup, value));
      return where(here(next.name), 'in', ids);
    }
    case 'foreignReverse': {
      const { field, from } = next.relation;
      if (rest === '' && lookup === 'isnull') {
        const used = await findValues(work, from.label, where(field, 'isnull', false), field);
        const some = where(here('id'), 'in', used);
        return meansYes(value) ? not(some) : some;
      }
      const referred = await findValues(work, from.label, where(rest === '' ? 'id' : rest, lookup, value), field);
      return where(here('id'), 'in', referred);
    }
    case 'column':
      if (next.field.kind.isSealed && lookup !== 'isnull' && lookup !== 'subtree') {
        const visible = await localize(work, model, model.restrict?.(work.scope.identity) ?? everything);
        return sealedCriteria(work, model, here(path), { path, lookup, value }, visible);
      }
      if (lookup === 'subtree' && next.field.options.to && !work.engine.models.has(next.field.options.to)) {
        const ids = await findIds(work, next.field.options.to, where('id', 'subtree', value));
        return where(here(next.name), 'in', ids);
      }
      return where(here(path), lookup, value);
    default:
      return where(here(path), lookup, value);
  }
}

/** Whether criteria can be sent to another service: conditions in SQL cannot. */
export function travels(criteria: Criteria): boolean {
  if ('condition' in criteria) return false;
  if (isComparison(criteria)) return true;
  if ('not' in criteria) return travels(criteria.not);
  if ('some' in criteria) return travels(criteria.holds);
  return ('and' in criteria ? criteria.and : criteria.or).every(travels);
}
