import type { Bus } from '@plumbline/bus';
import type { GatewayRequest } from '@plumbline/http';
import type { Catalog } from '../catalog';
import type { ApiView } from './apiView';

/** Numbers by model; null where the caller may not look. */
type Totals = Record<string, number | null>;

/** A model whose objects are counted, with what several are called and the path of their page. */
interface Counted {
  app: string;
  model: string;
  name: string;
  url: string;
  at: number;
}

/** Sections of the home page, in this order; further ones come after them. */
const firstSections = ['Inventory', 'Networks', 'Security', 'Platform'];

/** What the home page counts, by section: what the models say of their places on it. */
function countedSections(catalog: Catalog): Map<string, Counted[]> {
  const sections = new Map<string, Counted[]>(firstSections.map((section) => [section, []]));
  for (const [app, { root = app, endpoints }] of Object.entries(catalog.apps))
    for (const { home, label, name, plural } of endpoints)
      if (home) {
        const counted = { app, model: label, name: plural, url: `/${root}/${name}/`, at: home.at };
        sections.set(home.section, [...(sections.get(home.section) ?? []), counted]);
      }
  for (const counted of sections.values()) counted.sort((a, b) => a.at - b.at);
  return sections;
}

/** What the home page shows: how many objects of each model the caller may see, one question per service. */
export function objectCountsView(bus: Bus, catalog: Catalog): ApiView {
  const sections = countedSections(catalog);
  const labelsByApp = new Map<string, string[]>();
  for (const { app, model } of [...sections.values()].flat())
    labelsByApp.set(app, [...(labelsByApp.get(app) ?? []), model]);

  async function totals(gatewayRequest: GatewayRequest): Promise<Totals> {
    const questions = [...labelsByApp].map(([app, models]) => {
      gatewayRequest.cost.bus += 1;
      return bus.request<Totals>(
        { app, model: 'service', verb: 'totals' },
        { identity: gatewayRequest.identity, models },
        gatewayRequest,
      );
    });
    return Object.assign({}, ...(await Promise.all(questions)));
  }

  return {
    path: '/api/ui/get-object-counts/',
    name: 'Get Object Counts',
    description: 'How many objects of the most important models there are; without a count where you may not look.',
    schema: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
    },
    async read(gatewayRequest) {
      const counts = await totals(gatewayRequest);
      const entryOf = ({ model, name, url }: Counted) => {
        const count = counts[model] ?? null;
        return count === null ? { model } : { model, name, url, count };
      };
      return Object.fromEntries([...sections].map(([section, counted]) => [section, counted.map(entryOf)]));
    },
  };
}
