import type { Bus } from '@plumbline/bus';
import { type GatewayRequest, Problem, type Query } from '@plumbline/http';
import type { OpenAPIV3 } from 'openapi-types';
import type { Catalog } from '../catalog';
import { type ApiView, PlainRefusal } from './apiView';
import { type AskedField, fieldViewPaths, readAskedField } from './askedField';

interface Lookup {
  id: string;
  name: string;
}

const lookup: OpenAPIV3.SchemaObject = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};
const schema: OpenAPIV3.SchemaObject = {
  type: 'object',
  properties: {
    count: { type: 'integer' },
    next: { type: 'string', nullable: true },
    previous: { type: 'string', nullable: true },
    results: { type: 'array', items: lookup },
  },
};

/** The filters a field of a model can be asked with; the owner of the model knows. Found under two addresses. */
export function lookupChoicesViews(bus: Bus, catalog: Catalog): ApiView[] {
  async function lookups({ app, model, field }: AskedField, gatewayRequest: GatewayRequest): Promise<Lookup[]> {
    gatewayRequest.cost.bus += 1;
    try {
      return await bus.request<Lookup[]>({ app, model, verb: 'lookups' }, { field_name: field }, gatewayRequest);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) throw new PlainRefusal(404, 'field_name not found');
      throw error;
    }
  }

  async function read(gatewayRequest: GatewayRequest, query: Query) {
    const results = await lookups(readAskedField(catalog, query), gatewayRequest);
    return { count: results.length, next: null, previous: null, results };
  }

  const view = {
    name: 'Lookup Choices',
    description: 'The filters that exist for a field of a model.',
    parameters: ['content_type', 'field_name'],
    read,
  };
  const [path, twin] = fieldViewPaths('lookup-choices');
  return [
    { ...view, path, schema },
    { ...view, path: twin },
  ];
}
