import { type Filter, type Model, suffixesOf } from '@plumbline/model';
import { listOf, type Schema } from './schema';

const shared = (name: string) => ({ $ref: `#/components/parameters/${name}` });

/** The parameters of every list: paging, order and form. */
export const listParameters = ['limit', 'offset', 'sort', 'depth', 'include', 'format'].map(shared);

/** The parameters of reading one object. */
export const detailParameters = ['depth', 'include', 'format', 'if_none_match'].map(shared);

/** The parameters of every write. */
export const writeParameters = ['dry_run', 'idempotency_key'].map(shared);

/** The parameters of a write to one object. */
export const changeParameters = [...writeParameters, shared('if_match')];

/** The parameter of a write that is a form. */
export const multipartParameter = shared('multipart');

const text: Schema = { type: 'string' };
const boolean: Schema = { type: 'boolean' };

/** One parameter for each filter of the model and each of its look-ups. */
export function filterParameters(model: Model): object[] {
  return Object.entries(model.filters).flatMap(([name, filter]) => [
    queryParameter(name, acceptedValue(filter), isSingle(filter)),
    ...suffixesOf(model, filter).map((suffix) => queryParameter(`${name}__${suffix}`, ...lookedUp(filter, suffix))),
  ]);
}

function queryParameter(name: string, value: Schema, single: boolean): object {
  if (single) return { in: 'query', name, schema: value };
  return { in: 'query', name, schema: listOf(value), explode: true, style: 'form' };
}

const isSingle = ({ kind, single }: Filter): boolean =>
  single === true || ['boolean', 'has', 'search', 'decimal'].includes(kind);

function acceptedValue({ kind, choices }: Filter): Schema {
  switch (kind) {
    case 'uuid':
      return { type: 'string', format: 'uuid' };
    case 'number':
    case 'decimal':
      return { type: 'number' };
    case 'labelNumber':
      return { type: 'integer' };
    case 'datetime':
      return { type: 'string', format: 'date-time' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'boolean':
    case 'has':
      return boolean;
    case 'choice':
      return choices && choices.length > 0 && choices.length < 50
        ? { type: 'string', enum: choices.map(([value]) => String(value)) }
        : text;
    default:
      return text;
  }
}

/** Comparisons of text take any text; the others take what the filter itself takes. */
function lookedUp(filter: Filter, suffix: string): [Schema, boolean] {
  if (suffix === 'isnull') return [boolean, true];
  const comparesText = suffix !== 'n' && !['lt', 'lte', 'gt', 'gte'].includes(suffix);
  return [comparesText ? text : acceptedValue(filter), isSingle(filter)];
}
