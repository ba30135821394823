import type { Bus } from '@plumbline/bus';
import { Problem, type Query, type Visit } from '@plumbline/http';
import type { Catalog } from '../catalog';
import { type ApiView, PlainRefusal } from './api-view';
import { type AskedField, fieldViewPaths, readAskedField } from './asked-field';

interface Lookup {
  id: string;
  name: string;
}

const lookup = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
const schema = {
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
  async function lookups({ app, model, field }: AskedField, visit: Visit): Promise<Lookup[]> {
    visit.cost.bus += 1;
    try {
      return await bus.request<Lookup[]>({ app, model, verb: 'lookups' }, { field_name: field }, visit);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) throw new PlainRefusal(404, 'field_name not found');
      throw error;
    }
  }

  async function read(visit: Visit, query: Query) {
    const results = await lookups(readAskedField(catalog, query), visit);
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
