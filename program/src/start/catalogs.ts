import { type App, apps } from '@plumbline/config';
import { contentTypeNames, contentTypes } from '@plumbline/contracts';
import type { ServiceDefinition } from '@plumbline/engine';
import type { Endpoint, Catalog as GatewayCatalog, Outlying } from '@plumbline/gateway';
import { Catalog, type Model, manifestOf } from '@plumbline/model';
import { definitions } from './services';

/** All models of all services, as every service knows them. */
export function modelCatalog(): Catalog {
  return new Catalog(
    apps.flatMap((app) => definitions[app].models.map(manifestOf)),
    contentTypes,
    contentTypeNames,
  );
}

/** All endpoints, as the gateway knows them. */
export function endpointCatalog(version: string): GatewayCatalog {
  const entries = apps.map((app): [App, GatewayCatalog['apps'][App]] => [
    app,
    { endpoints: endpointsOf(definitions[app]), outlying: outlyingOf(definitions[app]) },
  ]);
  return { apps: Object.fromEntries(entries) as GatewayCatalog['apps'], version };
}

function endpointsOf({ app, models, lists = [], actions = [], views = [] }: ServiceDefinition): Endpoint[] {
  const fromModels = models.flatMap((model) =>
    model.endpoint === undefined ? [] : [modelEndpoint(model, model.endpoint, actions)],
  );
  const fromViews = views
    .filter(({ path }) => path === undefined)
    .map(
      (view): Endpoint => ({
        name: view.name,
        label: `${app}.${view.name}`,
        plural: view.name,
        methods: { list: Object.keys(view.methods), detail: [], actions: {} },
      }),
    );
  const fromLists = lists.map(
    ({ endpoint, label, plural, methods }): Endpoint => ({
      name: endpoint!,
      label,
      plural,
      methods: { list: [...methods], detail: [], actions: {} },
    }),
  );
  return [...fromModels, ...fromLists, ...fromViews].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const outlyingOf = ({ views = [] }: ServiceDefinition): Outlying[] =>
  views.flatMap(({ path, methods, onlyReads = false }) =>
    path === undefined ? [] : [{ path, methods: Object.keys(methods), onlyReads }],
  );

/** The contract announces the verb TRACE, and knows nothing of it, wherever something can be traced. */
const announcedBy = (action: string): string[] => (action === 'trace' ? ['TRACE'] : []);

function modelEndpoint(model: Model, name: string, actions: NonNullable<ServiceDefinition['actions']>): Endpoint {
  const own = actions
    .filter((action) => action.model === model)
    .map(({ name, methods }): [string, string[]] => [name, [...Object.keys(methods), ...announcedBy(name)]]);
  const announced = own.flatMap(([action]) => announcedBy(action));
  const notes: [string, string[]][] = model.abilities.notes ? [['notes', ['GET', 'POST']]] : [];
  return {
    name,
    label: model.label,
    plural: model.plural,
    methods: {
      list: [...model.methods, ...announced],
      detail: [...model.methods.filter((method) => method !== 'POST'), ...announced],
      actions: Object.fromEntries([...own, ...notes]),
    },
  };
}
