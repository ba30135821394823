import type { App } from '@plumbline/config';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { catalogOf, type ManifestReply, type ServiceDefinition } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import type { Application, Endpoint, ExtraUrl, Catalog as GatewayCatalog } from '@plumbline/gateway';
import { brokenNames, type Catalog, type Model } from '@plumbline/model';
import { brokenPanels } from './brokenPanels';
import { brokenValidators } from './brokenValidators';
import { modelFacts } from './modelFacts';

/** All models of these services, as each of them knows them. Throws when two content types come to have the same number. */
export const catalogAmong = (services: readonly ServiceDefinition[]): Catalog =>
  catalogOf(services, registered.extensions, { contentTypes, contentTypeNames });

/** The same; throws when a model of one of `checked` names what is not there. */
export function modelCatalog(
  services: readonly ServiceDefinition[],
  checked: readonly ServiceDefinition[] = services,
): Catalog {
  const catalog = catalogAmong(services);
  const broken = [
    ...brokenNames(
      checked.flatMap(({ models }) => models),
      catalog,
    ),
    ...checked.flatMap((service) => [
      ...brokenSubscriptions(service, catalog),
      ...brokenValidators(service, catalog),
      ...brokenPanels(service, catalog),
    ]),
  ];
  if (broken.length > 0) throw new Error(`Models name what is not there:\n${broken.join('\n')}`);
  return catalog;
}

/** The models a service follows that are not there, each as a line. */
function brokenSubscriptions({ app, follow }: ServiceDefinition, catalog: Catalog): string[] {
  const labels = !follow || follow.of === 'everything' ? [] : follow.of;
  return labels.filter((label) => !catalog.find(label)).map((label) => `${app}: follow names ${label}`);
}

/** All endpoints, as the gateway knows them. */
export function endpointCatalog(services: readonly ServiceDefinition[], version: string): GatewayCatalog {
  const models = services.flatMap((service) => service.models);
  const byLabel = new Map(models.map((model) => [model.label, model]));
  const entries = services.map((service): [App, Application] => [
    service.app,
    {
      ...(service.root === undefined ? {} : { root: service.root }),
      endpoints: endpointsOf(service, byLabel),
      outlying: outlyingOf(service),
      ...(service.about ? { plugin: service.about } : {}),
    },
  ]);
  return { apps: Object.fromEntries(entries), version };
}

/** An application as its service tells the gateway of it: what a message cannot carry it does not have either. */
export const asMessage = (application: Application): NonNullable<ManifestReply['application']> =>
  JSON.parse(JSON.stringify(application));

type ModelsByLabel = ReadonlyMap<string, Model>;

function endpointsOf(
  { app, models, lists = [], actions = [], views = [] }: ServiceDefinition,
  byLabel: ModelsByLabel,
): Endpoint[] {
  const fromModels = models.flatMap((model) =>
    model.endpoint === undefined ? [] : [modelEndpoint(model, model.endpoint, actions, byLabel)],
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
  byLabel: ModelsByLabel,
): Endpoint {
  const own = actions
    .filter((action) => action.model === model)
    .map(({ name, methods }): [string, string[]] => [name, [...Object.keys(methods), ...announcedBy(name)]]);
  const announced = own.flatMap(([action]) => announcedBy(action));
  const added = registered.extensions
    .of(model)
    .flatMap(({ endpoint }): [string, string[]][] => (endpoint ? [[endpoint.name, [...endpoint.methods]]] : []));
  return {
    name,
    label: model.label,
    plural: model.plural,
    unversioned: model.unversioned,
    menu: model.menu,
    ...(model.home ? { home: model.home } : {}),
    model: modelFacts(model, (label) => byLabel.get(label)),
    methods: {
      list: [...model.methods, ...announced],
      detail: [...model.methods.filter((method) => method !== 'POST'), ...announced],
      actions: Object.fromEntries([...own, ...added]),
    },
  };
}
