import type { App } from '@plumbline/config';
import type { ServiceDefinition } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import type { Catalog, Model } from '@plumbline/model';
import type { Application, Endpoint, ExtraUrl } from '@plumbline/process';
import { catalogAmong } from './catalogs';
import { modelFacts } from './modelFacts';

/** What can be asked of a service for clients; what its filters lead to is looked up in the catalog. */
export const applicationOf = (service: ServiceDefinition, catalog: Catalog): Application => ({
  ...(service.title === undefined ? {} : { title: service.title }),
  ...(service.root === undefined ? {} : { root: service.root }),
  endpoints: endpointsOf(service, catalog),
  outlying: outlyingOf(service),
  ...(service.about ? { plugin: service.about } : {}),
});

/** The same of several, which know one another. */
export function applicationsOf(services: readonly ServiceDefinition[]): Record<App, Application> {
  const catalog = catalogAmong(services);
  return Object.fromEntries(services.map((service) => [service.app, applicationOf(service, catalog)]));
}

function endpointsOf(
  { app, models, lists = [], actions = [], views = [] }: ServiceDefinition,
  catalog: Catalog,
): Endpoint[] {
  const fromModels = models.flatMap((model) =>
    model.endpoint === undefined ? [] : [modelEndpoint(model, model.endpoint, actions, catalog)],
  );
  const fromViews = views
    .filter(({ path }) => path === undefined)
    .map(
      (view): Endpoint => ({
        name: view.name,
        label: `${app}.${view.name}`,
        plural: view.name,
        methods: { list: Object.keys(view.methods), detail: [], actions: {} },
        unversioned: view.unversioned ?? false,
      }),
    );
  const fromLists = lists.map(
    ({ endpoint, label, plural, methods, unversioned, menu }): Endpoint => ({
      name: endpoint!,
      label,
      plural,
      methods: { list: [...methods], detail: [], actions: {} },
      unversioned,
      menu,
    }),
  );
  return [...fromModels, ...fromLists, ...fromViews].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const outlyingOf = ({ views = [] }: ServiceDefinition): ExtraUrl[] =>
  views.flatMap(({ path, methods, onlyReads = false, panel }) =>
    path === undefined ? [] : [{ path, methods: Object.keys(methods), onlyReads, ...(panel ? { panel } : {}) }],
  );

/** The contract announces the verb TRACE, and knows nothing of it, wherever something can be traced. */
const announcedBy = (action: string): string[] => (action === 'trace' ? ['TRACE'] : []);

function modelEndpoint(
  model: Model,
  name: string,
  actions: NonNullable<ServiceDefinition['actions']>,
  catalog: Catalog,
): Endpoint {
  const own = actions
    .filter((action) => action.model === model)
    .map(({ name, methods }): [string, string[]] => [name, [...Object.keys(methods), ...announcedBy(name)]]);
  const announced = own.flatMap(([action]) => announcedBy(action));
  const added = registered.extensions
    .of(model)
    .flatMap(({ endpoint }): [string, string[]][] => (endpoint ? [[endpoint.name, [...endpoint.methods]]] : []));
  const files = actions.flatMap((action): [string, readonly string[]][] => {
    const types = action.model === model ? action.describe?.GET?.files : undefined;
    return types ? [[action.name, types]] : [];
  });
  return {
    name,
    label: model.label,
    plural: model.plural,
    unversioned: model.unversioned,
    menu: model.menu,
    ...(model.home ? { home: model.home } : {}),
    model: modelFacts(model, catalog),
    ...(files.length > 0 ? { files: Object.fromEntries(files) } : {}),
    methods: {
      list: [...model.methods, ...announced],
      detail: [...model.methods.filter((method) => method !== 'POST'), ...announced],
      actions: Object.fromEntries([...own, ...added]),
    },
  };
}
