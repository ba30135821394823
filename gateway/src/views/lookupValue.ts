import type { GatewayRequest, Query } from '@plumbline/http';
import type { Catalog } from '../catalog';
import type { ApiDescription } from '../openapi/apiDescription';
import { type ApiView, PlainRefusal } from './apiView';
import { fieldViewPaths, readAskedField } from './askedField';

/** The parts of a filter's schema that decide what a value is entered with. */
interface FilterSchema {
  type?: string;
  format?: string;
  enum?: unknown[];
  items?: FilterSchema;
}

interface Operation {
  parameters?: { name: string; in: string; schema?: FilterSchema }[];
}

const fieldTypes: Record<string, string> = {
  boolean: 'NullBooleanField',
  integer: 'IntegerField',
  number: 'DecimalField',
  date: 'DateField',
  'date-time': 'DateTimeField',
  uuid: 'UUIDField',
};

function formField(schema: FilterSchema) {
  const one = schema.items ?? schema;
  if (one.enum) {
    const choices = one.enum.map((value) => [value, String(value)]);
    return { field_type: schema.items ? 'MultipleChoiceField' : 'ChoiceField', attrs: {}, is_required: false, choices };
  }
  const kind = fieldTypes[one.format ?? ''] ?? fieldTypes[one.type ?? ''] ?? 'CharField';
  return { field_type: schema.items ? `MultiValue${kind}` : kind, attrs: {}, is_required: false };
}

/** How a value for a filter is entered; told by the filter's schema in the API's own description. */
export function lookupValueViews(description: ApiDescription, catalog: Catalog): ApiView[] {
  async function read(gatewayRequest: GatewayRequest, query: Query) {
    const { root, endpoint, field } = readAskedField(catalog, query);
    const { paths } = await description.document(gatewayRequest.negotiated.version, gatewayRequest);
    const { get } = (paths[`/${root}/${endpoint.name}/`] ?? {}) as { get?: Operation };
    const filter = get?.parameters?.find(({ name, in: place }) => name === field && place === 'query');
    if (!filter) throw new PlainRefusal(404, 'field_name not found');
    return formField(filter.schema ?? {});
  }
  return fieldViewPaths('lookup-value-dom-element').map((path) => ({
    path,
    name: 'Lookup Value Element',
    description: 'How a value for a filter is entered: the kind of form field, and its choices if it has any.',
    read,
  }));
}
