import type { Bus } from '@plumbline/bus';
import { type GatewayRequest, lastValue, type Query } from '@plumbline/http';
import type { Catalog } from '../catalog';
import { type ApiView, PlainRefusal } from './apiView';

/** A list of a service, and its filter that finds what refers to objects of a model. */
interface Referring {
  app: string;
  model: string;
  filter: string;
}

/** What refers to objects of each model, by the model's label, as far as it can be listed. */
function referrersOf(catalog: Catalog): Map<string, Referring[]> {
  const referrers = new Map<string, Referring[]>();
  for (const [app, { endpoints }] of Object.entries(catalog.apps))
    for (const { label, model } of endpoints)
      for (const { to, filter } of model?.relations ?? [])
        if (filter !== undefined) referrers.set(to, [...(referrers.get(to) ?? []), { app, model: label, filter }]);
  return referrers;
}

/** How much refers to an object, by model and filter: one question per service, in the place of one for each list. */
export function referrerCountsView(bus: Bus, catalog: Catalog): ApiView {
  const referrers = referrersOf(catalog);

  async function countsOf(app: string, lists: Referring[], id: string, gatewayRequest: GatewayRequest) {
    gatewayRequest.cost.bus += 1;
    const counts = await bus.request<(number | null)[]>(
      { app, model: 'service', verb: 'referring' },
      {
        id,
        lists: lists.map(({ model, filter }) => ({ model, filter })),
        identity: gatewayRequest.identity,
      },
      gatewayRequest,
    );
    return lists.map(({ model, filter }, index) => ({ model, filter, count: counts[index] ?? null }));
  }

  return {
    path: '/api/ui/referrer-counts/',
    name: 'Referrer Counts',
    description:
      'How many objects refer to one: by model, and by the filter of its list that finds them; without those you may not see.',
    schema: {
      type: 'object',
      additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } },
    },
    parameters: ['content_type', 'id'],
    async read(gatewayRequest: GatewayRequest, query: Query) {
      const label = lastValue(query, 'content_type');
      const id = lastValue(query, 'id');
      if (!label || !id) throw new PlainRefusal(400, 'content_type and id are required parameters');
      const byApp = new Map<string, Referring[]>();
      for (const one of referrers.get(label) ?? []) byApp.set(one.app, [...(byApp.get(one.app) ?? []), one]);
      const found = await Promise.all([...byApp].map(([app, lists]) => countsOf(app, lists, id, gatewayRequest)));
      const counts: Record<string, Record<string, number>> = {};
      for (const { model, filter, count } of found.flat())
        if (count !== null) counts[model] = { ...counts[model], [filter]: count };
      return counts;
    },
  };
}
