import type { Bus } from '@plumbline/bus';
import type { Endpoint } from '@plumbline/process';
import type { Catalog } from '../catalog';
import type { ApiView } from './apiView';
import { grantsOf } from './grants';

/** What may be done with the objects of a model, and the verb that does it. */
const actions = { view: 'GET', add: 'POST', change: 'PATCH', delete: 'DELETE' } as const;

type Action = keyof typeof actions;

/** One model as a client of its objects needs to know it. */
interface ShownModel extends NonNullable<Endpoint['model']> {
  app: string;
  /** The path of its page; below `/api` that of its list. */
  url: string;
  plural: string;
  /** What can be asked of one of its objects beside itself: the verbs by path segment. */
  actions: Endpoint['methods']['actions'];
  /** What applications show on the pages of its objects, of what the caller may view: each where `?id=` asks for it. */
  panels: { title: string; url: string; app: string }[];
  /** What the caller may do with at least some of its objects. */
  may: Action[];
  /** Of these what constraints narrow to some of its objects. */
  some: Action[];
}

/**
 * Every model that the caller may view, by its label: what it is called, where it is, what refers to it and what can be
 * asked of it. A client makes pages of all models from this and OPTIONS, without knowing one of them.
 */
export function modelsView(bus: Bus, catalog: Catalog): ApiView {
  const models = Object.entries(catalog.apps).flatMap(([app, { root = app, endpoints }]) =>
    endpoints.flatMap((endpoint) => (endpoint.model ? [{ app, root, endpoint, model: endpoint.model }] : [])),
  );
  const panels = Object.entries(catalog.apps).flatMap(([app, { outlying = [] }]) =>
    outlying.flatMap(({ path, panel }) => (panel ? [{ app, url: path, ...panel }] : [])),
  );

  return {
    path: '/api/ui/models/',
    name: 'Models',
    description: 'Every model by its label, with its relations, its filters and what you may do with its objects.',
    schema: { type: 'object', additionalProperties: { type: 'object', additionalProperties: true } },
    async read(gatewayRequest) {
      const { writeEnabled } = gatewayRequest.identity;
      const grants = await grantsOf(bus, gatewayRequest);
      const mayView = (label: string) => grants === undefined || grants[label]?.view !== undefined;
      const shown: Record<string, ShownModel> = {};
      for (const { app, root, endpoint, model } of models) {
        const { label, name, plural, methods } = endpoint;
        const verbs = new Set([...methods.list, ...methods.detail]);
        const may = (Object.keys(actions) as Action[]).filter(
          (action) =>
            verbs.has(actions[action]) &&
            (grants === undefined || grants[label]?.[action] !== undefined) &&
            (action === 'view' || writeEnabled),
        );
        if (may.length === 0) continue;
        const around = panels
          .filter(({ of, shows }) => of === label && mayView(shows))
          .map(({ title, url, app: by }) => ({ title, url, app: by }));
        const url = `/${root}/${name}/`;
        const isNarrowed = (action: Action) =>
          grants?.[label]?.[action]?.every((constraint) => Object.keys(constraint).length > 0) ?? false;
        const some = may.filter(isNarrowed);
        shown[label] = { app, url, plural, ...model, actions: methods.actions, panels: around, may, some };
      }
      return shown;
    },
  };
}
