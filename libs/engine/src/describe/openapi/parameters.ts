import { type Filter, type Model, suffixesOf } from '@plumbline/model';
import type { OpenAPIV3 } from 'openapi-types';
import { listOf, type Schema } from '../../core/apiSchema';
import { isSingle } from '../../filter/compile';
import { wholeNumber } from './values';

const shared = (name: string) => ({ $ref: `#/components/parameters/${name}` });

/** The parameters of every list: paging, order and form. */
export const listParameters = ['limit', 'offset', 'sort', 'depth', 'include', 'format', 'prefer'].map(shared);

/** The parameters of reading one object. */
export const detailParameters = ['depth', 'include', 'format', 'if_none_match', 'prefer'].map(shared);

/** The parameters of every write. */
export const writeParameters = ['dry_run', 'idempotency_key'].map(shared);

/** The parameters of a write to one object. */
export const changeParameters = [...writeParameters, shared('if_match')];

/** The parameter of a write that is a form. */
export const multipartParameter = shared('multipart');

const text: Schema = { type: 'string' };
const boolean: Schema = { type: 'boolean' };
const number: Schema = { type: 'number' };

/** One parameter for each filter of the model and each of its look-ups. */
export function filterParameters(model: Model): OpenAPIV3.ParameterObject[] {
  return Object.entries(model.filters).flatMap(([name, filter]) => [
    queryParameter(name, acceptedValue(model, filter), isSingle(filter)),
    ...suffixesOf(model, filter).map((suffix) =>
      queryParameter(`${name}__${suffix}`, ...lookedUp(model, filter, suffix)),
    ),
  ]);
}

function queryParameter(name: string, value: Schema, single: boolean): OpenAPIV3.ParameterObject {
  if (single) return { in: 'query', name, schema: value };
  return { in: 'query', name, schema: listOf(value), explode: true, style: 'form' };
}

function acceptedValue({ fields }: Model, { kind, path, choices, takes }: Filter): Schema {
  if (takes) return takes === 'boolean' ? boolean : wholeNumber({});
  switch (kind) {
    case 'uuid':
      return { type: 'string', format: 'uuid' };
    case 'number':
      return fields[path]?.kind.isFractional ? number : wholeNumber(fields[path]?.options ?? {});
    case 'decimal':
      return number;
    case 'labelNumber':
      return { type: 'integer' };
    // No format: a day alone will do, and generated Go clients lack an import for lists of moments.
    case 'datetime':
      return text;
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
function lookedUp(model: Model, filter: Filter, suffix: string): [Schema, boolean] {
  if (suffix === 'isnull') return [boolean, true];
  const comparesText = suffix !== 'n' && !['lt', 'lte', 'gt', 'gte'].includes(suffix);
  return [comparesText ? text : acceptedValue(model, filter), isSingle(filter)];
}
