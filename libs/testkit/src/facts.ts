import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mandatoryFields, shownKeys } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import { filterParameters, type Model } from '@plumbline/model';

/** What the contract's facts say of an endpoint, as far as it is compared. */
interface EndpointFacts {
  content_type: string;
  model: { fields: { name: string; kind: string }[] };
  serializer: { root_keys: string[]; nested_keys: string[]; write_response_keys: string[]; required_post: string[] };
}

interface FilterFacts {
  params: { param: string; class: string; of?: string }[];
}

/** What a model has on purpose that the facts do not, or the other way round. */
export interface Deviations {
  /** Keys shown beyond the facts. */
  addedKeys?: string[];
  /** Filters accepted beyond the facts, by base name. */
  addedFilters?: string[];
  /** Filters whose target is not there yet, by base name. */
  missingFilters?: string[];
  /** Fields of the facts that need not be sent. */
  notRequired?: string[];
}

/**
 * The folder of the contract's facts (`PLUMBLINE_REFERENCE`, or beside the repository); undefined when it is not there.
 */
export function factsFolder(): string | undefined {
  const reference = process.env.PLUMBLINE_REFERENCE ?? resolve(__dirname, '../../../../shared/reference');
  const folder = join(reference, 'contract');
  return existsSync(folder) ? folder : undefined;
}

/** Whether the contract has an endpoint; what is beside it is compared with nothing. */
export const isOfContract = (folder: string, { app, endpoint }: Pick<Model, 'app' | 'endpoint'>): boolean =>
  existsSync(join(folder, 'models', `${app}.${endpoint}.json`));

/** Every way in which a model differs from the contract's facts of its endpoint, in words; empty when it does not. */
export function differencesFromFacts(folder: string, model: Model, deviations: Deviations = {}): string[] {
  const name = `${model.app}.${model.endpoint}.json`;
  const facts = readJson<EndpointFacts>(join(folder, 'models', name));
  const filters = readJson<FilterFacts>(join(folder, 'filters', name));
  const { root_keys, nested_keys, write_response_keys, required_post } = facts.serializer;
  const { addedKeys = [], addedFilters = [], missingFilters = [], notRequired = [] } = deviations;
  const own = (keys: string[]) => keys.filter((key) => !addedKeys.includes(key));
  const taggable = model.filters.tags ? ['tag'] : [];
  const baseOf = new Map(filters.params.map(({ param, of }) => [param, of ?? param]));
  const wanted = filters.params
    .map(({ param }) => param)
    .filter((param) => !missingFilters.includes(baseOf.get(param)!));
  const accepted = filterParameters(model).filter(
    (parameter) => ![...taggable, ...addedFilters].includes(parameter.split('__')[0]!),
  );
  return [
    ...(facts.content_type === model.label ? [] : [`label: ${model.label} instead of ${facts.content_type}`]),
    ...inOrder('root keys', own(shownKeys(registered.extensions, model, { root: true })), root_keys),
    ...inOrder('nested keys', own(shownKeys(registered.extensions, model, { root: false })), nested_keys),
    ...inOrder(
      'keys of answers to writes',
      own(shownKeys(registered.extensions, model, { root: true, written: true })),
      write_response_keys,
    ),
    ...(model.methods.includes('POST')
      ? asSets(
          'required',
          mandatoryFields(model),
          required_post.filter((field) => !notRequired.includes(field)),
        )
      : []),
    ...asSets('filter', accepted, wanted),
    ...asSets('choice whose look-ups take any text', choicesWithAnyText(model), freeChoices(model, filters)),
    ...asSets('list that the change log has as text', listsLoggedAsText(model), listsOf(facts)),
  ];
}

const listsLoggedAsText = ({ fields }: Model): string[] =>
  Object.keys(fields).filter((name) => fields[name]!.kind.logged?.([], Number) === '[]');

const listsOf = ({ model }: EndpointFacts): string[] =>
  model.fields.filter(({ kind }) => kind === 'array').map(({ name }) => name);

const choicesWithAnyText = ({ filters }: Model): string[] =>
  Object.keys(filters).filter((name) => filters[name]!.kind === 'choice' && filters[name]!.anyText);

/** Whether `type__ic` takes a part of a value, as the facts have it, or only a whole one. */
const freeChoices = ({ filters }: Model, { params }: FilterFacts): string[] =>
  Object.keys(filters).filter(
    (name) =>
      filters[name]!.kind === 'choice' &&
      params.some(({ param, class: kind }) => param === `${name}__ic` && kind === 'MultiValueCharFilter'),
  );

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

function inOrder(what: string, actual: string[], wanted: string[]): string[] {
  const different = asSets(what, actual, wanted);
  if (different.length > 0 || actual.join() === wanted.join()) return different;
  return [`${what} in another order: ${actual.join(' ')} instead of ${wanted.join(' ')}`];
}

function asSets(what: string, actual: readonly string[], wanted: readonly string[]): string[] {
  return [
    ...wanted.filter((item) => !actual.includes(item)).map((item) => `${what}: ${item} is missing`),
    ...actual.filter((item) => !wanted.includes(item)).map((item) => `${what}: ${item} is not in the facts`),
  ];
}
