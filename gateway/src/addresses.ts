import type { App } from '@plumbline/config';
import { partsOfLabel } from '@plumbline/model';
import type { Application, Endpoint, ExtraUrl } from '@plumbline/process';
import type { Catalog } from './catalog';

/** Where a service's URL leads; made once per endpoint, so that a request only looks it up. */
export interface ServiceAddress {
  app: App;
  /** The URL's pattern, for logs and metrics. */
  template: string;
  /** The model it is about. */
  label: string;
  /** What is asked of the model there, where the verb does not say it. */
  action?: string;
  /** Its verbs, for when the gateway itself answers. */
  allow: readonly string[];
  /** Whether answers name the API version. */
  versioned: boolean;
  /** The model as whose tables answers are saved. */
  csvName?: string;
  /** Whether it is where a name and password will do instead of a token: at tokens alone. */
  acceptsBasic: boolean;
  /** Nothing is written, whatever the verb. */
  onlyReads?: boolean;
  /** What is there has a form of its own, whatever the client would rather have. */
  unnegotiated?: boolean;
  /** The media types of files that may be there instead of what answers are usually written in. */
  files?: readonly string[];
}

const headerOrder = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];

/** All verbs of a URL that has these: HEAD comes with GET, OPTIONS always. */
export function allowedVerbs(methods: readonly string[]): readonly string[] {
  const allowed = new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);
  return headerOrder.filter((method) => allowed.has(method));
}

interface EndpointAddresses {
  list: ServiceAddress;
  /** Absent for an endpoint without objects of its own. */
  detail?: ServiceAddress;
  actions: Map<string, ServiceAddress>;
  /** Where the files of its objects are. */
  files: ServiceAddress;
}

function addressesOf(
  app: App,
  root: string,
  { name, label, methods, files, unversioned }: Endpoint,
): EndpointAddresses {
  const list = `/api/${root}/${name}/`;
  const address = (template: string, verbs: readonly string[], action?: string): ServiceAddress => ({
    app,
    template,
    label,
    ...(action === undefined ? {} : { action }),
    allow: allowedVerbs(verbs),
    versioned: !unversioned,
    csvName: partsOfLabel(label).model,
    acceptsBasic: list === '/api/users/tokens/',
  });
  return {
    list: address(list, methods.list),
    files: {
      ...address(`/media/${root}/${name}/{id}/{field}/{file}`, ['GET'], 'file'),
      versioned: false,
      acceptsBasic: false,
      unnegotiated: true,
    },
    ...(methods.detail.length > 0 ? { detail: address(`${list}{id}/`, methods.detail) } : {}),
    actions: new Map(
      Object.entries(methods.actions).map(
        ([action, verbs]) =>
          [
            action,
            {
              ...address(`${list}{id}/${action}/`, verbs, action),
              ...(files?.[action] ? { files: files[action] } : {}),
            },
          ] as const,
      ),
    ),
  };
}

const outlyingAddress = (app: App, { path, methods, onlyReads = false }: ExtraUrl): ServiceAddress => ({
  app,
  template: path,
  label: `${app}.${path.split('/').at(-2)}`,
  allow: allowedVerbs(methods),
  versioned: true,
  acceptsBasic: false,
  onlyReads,
});

/** Finds the service and endpoint a path below `/api/` or `/media/` belongs to; undefined when there is none. */
export type FindAddress = (path: string) => ServiceAddress | undefined;

/** Prepares the look-up of every endpoint of the catalog. Paths are matched with their trailing slash. */
export function indexAddresses(catalog: Catalog): FindAddress {
  const applications: [App, Application][] = Object.entries(catalog.apps);
  const byRoot = new Map(
    applications.map(([app, { root = app, endpoints }]) => [
      root,
      new Map(endpoints.map((endpoint) => [endpoint.name, addressesOf(app, root, endpoint)])),
    ]),
  );
  const outlying = new Map(
    applications.flatMap(([app, { outlying: urls = [] }]) => urls.map((one) => [one.path, outlyingAddress(app, one)])),
  );
  return (path) => {
    const direct = outlying.get(path);
    if (direct) return direct;
    const [, kind, ...segments] = path.split('/');
    const first = segments[0] ?? '';
    const length = byRoot.has(first) ? 1 : 2;
    const root = length === 1 ? first : `${first}/${segments[1]}`;
    const [name = '', id, ...rest] = segments.slice(length);
    const endpoint = byRoot.get(root)?.get(name);
    if (!endpoint || id === undefined) return undefined;
    if (kind === 'media') return rest.length > 1 ? endpoint.files : undefined;
    if (id === '') return rest.length === 0 ? endpoint.list : undefined;
    const [action = '', ...more] = rest;
    if (action === '') return more.length === 0 ? endpoint.detail : undefined;
    return more.length === 1 ? endpoint.actions.get(action) : undefined;
  };
}
