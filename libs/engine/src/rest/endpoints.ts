import type { Model } from '@plumbline/model';
import type { Engine } from '../engine';
import { showFile } from '../files/showFile';
import type { ServiceDefinition } from '../service';
import { actionVerbs, detailVerbs, listVerbs, notesVerbs, plainOptions, type Verbs, viewVerbs } from './verbs';

/** What URLs of one kind have in common, with the names of their verbs in the contract's order; for all but files made once. */
export interface Endpoint extends Verbs {
  allow: readonly string[];
  /** What the change log calls it: `<app>-api:<model>-list`, `-detail` or the last part of its URL. */
  route: string;
}

/** A URL: what it leads to, and the object it names. */
export interface Found {
  endpoint: Endpoint;
  id: string;
}

const verbOrder = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const routeOf = (app: string, name: string, end: string): string => `${app}-api:${name}-${end}`;

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

/** What is below the URL of a list. */
interface Below {
  model: Model;
  detail: Endpoint;
  /** By the last part of their URLs. */
  actions: Map<string, Endpoint>;
}

/** Builds every endpoint once; answers which one a path means. */
export function endpointFinder(
  engine: Engine,
  { app, models, lists = [], actions = [], views = [] }: ServiceDefinition,
): (path: string) => Found | undefined {
  const fixed = new Map<string, Found>();
  const below = new Map<string, Below>();
  const add = (path: string, name: string, verbs: Verbs, announcesTrace = false) =>
    fixed.set(path, { endpoint: endpointOf(routeOf(app, name, 'list'), verbs, announcesTrace), id: '' });
  for (const model of models) {
    if (!model.endpoint) continue;
    const own = actions.filter((action) => action.model === model);
    const isTraced = own.some(({ name }) => name === 'trace');
    add(`/api/${app}/${model.endpoint}/`, model.name, listVerbs(engine, model), isTraced);
    below.set(model.endpoint, {
      model,
      detail: endpointOf(routeOf(app, model.name, 'detail'), detailVerbs(engine, model), isTraced),
      actions: new Map([
        ...own.map(
          (action) =>
            [
              action.name,
              endpointOf(routeOf(app, model.name, action.name), actionVerbs(action), action.name === 'trace'),
            ] as const,
        ),
        ...(model.abilities.notes
          ? [['notes', endpointOf(routeOf(app, model.name, 'notes'), notesVerbs(model))] as const]
          : []),
      ]),
    });
  }
  for (const list of lists) add(`/api/${app}/${list.endpoint}/`, list.name, listVerbs(engine, list));
  for (const view of views) add(view.path ?? `/api/${app}/${view.name}/`, view.name, viewVerbs(view));
  return (path) => {
    const known = fixed.get(path);
    if (known) return known;
    if (path.startsWith('/media/')) return findFile(below, path);
    const [, , , name, id, action, end, ...more] = path.split('/');
    const found = below.get(name ?? '');
    if (!found || id === undefined || id === '' || more.length > 0) return undefined;
    const endpoint =
      action === '' && end === undefined ? found.detail : end === '' ? found.actions.get(action ?? '') : undefined;
    return endpoint && { endpoint, id: decodeSegment(id) };
  };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** `/media/<app>/<endpoint>/<id>/<field>/<digest>/<name>`: a file of an object. */
function findFile(below: Map<string, Below>, path: string): Found | undefined {
  const [, , , name = '', id = '', field = '', ...reference] = path.split('/').map(decodeSegment);
  const { model } = below.get(name) ?? {};
  if (!model?.fields[field]?.isFile || model.fields[field].options.hidden) return undefined;
  const address = { model, id, field, reference: reference.join('/') };
  const endpoint = endpointOf('media', {
    handlers: { GET: (exchange) => showFile(exchange, address), OPTIONS: plainOptions(model.name) },
    guard: undefined,
    versioned: false,
    csvName: undefined,
  });
  return { endpoint, id };
}
