import type { Model } from '@plumbline/model';
import type { Engine } from '../core/engine';
import { extensionsOf } from '../core/extensions/registered';
import { routeName } from '../core/routeName';
import type { ServiceDefinition } from '../core/service';
import { showFile } from './showFile';
import { actionVerbs, addedVerbs, describePlainly, detailVerbs, listVerbs, type Verbs, viewVerbs } from './verbs';

/** What URLs of one kind have in common, with the names of their verbs in the contract's order. */
export interface Endpoint extends Verbs {
  allow: readonly string[];
  /** What the change log calls it: `<app>-api:<model>-list`, `-detail` or the last part of its URL. */
  route: string;
}

/** The addresses of an endpoint, as express writes them, and the model whose objects they name. */
export interface Route {
  path: string;
  endpoint: Endpoint;
  model?: Model;
}

const verbOrder = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Names the verbs. The contract announces TRACE, and knows nothing of it, wherever something else can be traced. */
function endpointOf(route: string, verbs: Verbs, announcesTrace = false): Endpoint {
  const { handlers } = verbs;
  const allow = [
    ...verbOrder.filter((verb) => handlers[verb]),
    ...(handlers.GET ? ['HEAD'] : []),
    'OPTIONS',
    ...(announcesTrace ? ['TRACE'] : []),
  ];
  return { ...verbs, allow, route };
}

/** Builds every endpoint once. What leads to one place comes before what leads to many. */
export function routesOf(
  engine: Engine,
  { app, root = app, models, lists = [], actions = [], views = [] }: ServiceDefinition,
): Route[] {
  const shown = models.filter(({ endpoint }) => endpoint);
  const ofLists = [...shown, ...lists].map((model): Route => {
    const endpoint = endpointOf(routeName(root, model.name, 'list'), listVerbs(engine, model), isTraced(model));
    return { path: `/api/${root}/${model.endpoint}/`, endpoint, model };
  });
  const ofViews = views.map((view): Route => {
    const endpoint = endpointOf(routeName(root, view.name, 'list'), viewVerbs(view));
    return { path: view.path ?? `/api/${root}/${view.name}/`, endpoint };
  });
  const ofObjects = shown.flatMap((model): Route[] => {
    const path = `/api/${root}/${model.endpoint}/:id/`;
    const ends: [string, Verbs][] = actions
      .filter((action) => action.model === model)
      .map((action) => [action.name, actionVerbs(action)]);
    for (const { endpoint } of extensionsOf(engine).of(model))
      if (endpoint) ends.push([endpoint.name, addedVerbs(model, endpoint)]);
    return [
      {
        path,
        endpoint: endpointOf(routeName(root, model.name, 'detail'), detailVerbs(engine, model), isTraced(model)),
        model,
      },
      ...ends.map(
        ([name, verbs]): Route => ({
          path: `${path}${name}/`,
          endpoint: endpointOf(routeName(root, model.name, name), verbs, name === 'trace'),
          model,
        }),
      ),
    ];
  });
  return [...ofViews, ...ofLists, ...ofObjects, ...shown.flatMap((model) => filesOf(model))];

  function isTraced(model: Model): boolean {
    return actions.some((action) => action.model === model && action.name === 'trace');
  }
}

/** `/media/<root>/<endpoint>/<id>/<field>/<digest>/<name>`: files of objects. */
function filesOf(model: Model): Route[] {
  const fields = Object.entries(model.fields).filter(([, { isFile, options }]) => isFile && !options.hidden);
  return fields.map(([field]): Route => {
    const endpoint = endpointOf('media', {
      handlers: {
        GET: (exchange, id) => {
          const { reference = [] } = exchange.req.params as { reference?: string[] };
          return showFile(exchange, { model, id, field, reference: reference.join('/') });
        },
        OPTIONS: describePlainly(model.name),
      },
      guard: undefined,
      versioned: false,
      csvName: undefined,
    });
    return { path: `/media/${model.root}/${model.endpoint}/:id/${field}/*reference`, endpoint, model };
  });
}
