import { type FieldErrors, Problem, problems } from '@plumbline/http';
import { allOf, type Criteria, everything, type FilterKind, type Model, nothing } from '@plumbline/model';
import { inBatches } from '../../core/background/inBatches';
import type { UnitOfWork } from '../../core/engine';
import { type FiltersReply, filtersRequest, type StoredFilter } from '../../core/messages/composedMessages';
import { addedFilter, findFilter, readFilters } from '../../filter/readFilters';

/** Filters on one choice out of many, which take nothing but lists unless a look-up makes text of it. */
const choosing: FilterKind[] = ['relation', 'relationId', 'tree', 'choice', 'labels'];

/** Reads one parameter of a filter that is kept; throws a 400 that names it when it is unknown or has a bad value. */
export type ParameterReader = (name: string, value: unknown) => Promise<Criteria>;

/** Reads parameters of the model's list with one value or several each. What many filters say alike is read once. */
export function parameterReader(
  work: UnitOfWork,
  model: Model,
  complete = async (criteria: Criteria): Promise<Criteria> => criteria,
): ParameterReader {
  const known = new Map<string, Promise<Criteria>>();
  return (name, value) => {
    const key = JSON.stringify([name, value]);
    const criteria = known.get(key) ?? readParameter(work, model, name, value).then(complete);
    known.set(key, criteria);
    return criteria;
  };
}

async function readParameter(work: UnitOfWork, model: Model, name: string, value: unknown): Promise<Criteria> {
  const fault = faultOf(work, model, name, value);
  if (fault !== undefined) throw problems.field(name, fault);
  return value === null ? everything : readFilters(work, model, new Map([[name, [value].flat().map(String)]]));
}

/** What is wrong with the form of a parameter, before its values are looked at. */
function faultOf(work: UnitOfWork, model: Model, name: string, value: unknown): string | undefined {
  const found = findFilter(model, name);
  const added = found ? undefined : addedFilter(work, model, name);
  if (!found && !added) return 'Unknown filter field';
  if (value === null) return undefined;
  const takesList = found
    ? !found.filter.single && choosing.includes(found.filter.kind) && ['', 'n'].includes(found.suffix)
    : added!.takesList;
  if (takesList && !Array.isArray(value)) return 'Enter a list of values.';
  return [value].flat().every(isPlain) ? undefined : 'Enter a valid value.';
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const isRefusal = (error: unknown): error is Problem => error instanceof Problem && error.status === 400;

/** The objects a kept filter stands for by now; one that means nothing any more has none. */
export async function storedCriteria(read: ParameterReader, filter: StoredFilter): Promise<Criteria> {
  try {
    return allOf(...(await Promise.all(Object.entries(filter).map(([name, value]) => read(name, value)))));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return nothing;
  }
}

/** Filters that are looked at beside one another. */
const together = 20;

/** Answers `filters` for a model of this service. */
export async function checkFilters(work: UnitOfWork, model: Model, payload: unknown): Promise<FiltersReply> {
  const { filters } = filtersRequest.parse(payload);
  const read = parameterReader(work, model);
  return inBatches(filters, together, (some) => Promise.all(some.map((filter) => checkFilter(read, filter))));
}

async function checkFilter(read: ParameterReader, filter: StoredFilter): Promise<FieldErrors | null> {
  const faults = await Promise.all(
    Object.entries(filter).map(async ([name, value]): Promise<FieldErrors> => {
      try {
        await read(name, value);
        return {};
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return error.body as FieldErrors;
      }
    }),
  );
  const found: FieldErrors = Object.assign({}, ...faults);
  return Object.keys(found).length > 0 ? found : null;
}
