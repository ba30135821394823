import type { Bus } from '@plumbline/bus';
import type { Visit } from '@plumbline/http';
import type { Catalog } from '../catalog';
import type { ApiView } from './api-view';
import { countedModels } from './counted-models';

/** Numbers by model; null where the caller may not look. */
type Totals = Record<string, number | null>;

/** What the home page shows: how many objects of each model the caller may see, one question per service. */
export function objectCountsView(bus: Bus, catalog: Catalog): ApiView {
  const known = new Set(Object.values(catalog.apps).flatMap(({ endpoints }) => endpoints.map(({ label }) => label)));
  const labelsByApp = new Map<string, string[]>();
  for (const [label] of Object.values(countedModels).flat()) {
    const [app = ''] = label.split('.');
    if (known.has(label)) labelsByApp.set(app, [...(labelsByApp.get(app) ?? []), label]);
  }

  async function totals(visit: Visit): Promise<Totals> {
    const questions = [...labelsByApp].map(([app, models]) => {
      visit.cost.bus += 1;
      return bus.request<Totals>(
        { app, model: 'service', verb: 'totals' },
        { identity: visit.identity, models },
        visit,
      );
    });
    return Object.assign({}, ...(await Promise.all(questions)));
  }

  return {
    path: '/api/ui/get-object-counts/',
    name: 'Get Object Counts',
    description: 'How many objects of the most important models there are; without a count where you may not look.',
    schema: { type: 'object', additionalProperties: { type: 'array', items: { type: 'object' } } },
    async read(visit) {
      const counts = await totals(visit);
      const countOf = (label: string) => (known.has(label) ? counts[label] : visit.identity.isSuperuser ? 0 : null);
      const sections = Object.entries(countedModels).map(([section, models]) => {
        const entries = models.map(([model, name, url]) => {
          const count = countOf(model) ?? null;
          return count === null ? { model } : { model, name, url, count };
        });
        return [section, entries];
      });
      return Object.fromEntries(sections);
    },
  };
}
