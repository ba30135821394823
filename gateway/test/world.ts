import { createInProcessBus, measuredBus } from '@plumbline/bus';
import { type App, apps, keyFor, type Settings, statementPurpose } from '@plumbline/config';
import {
  type AuthenticatedRequest,
  forwardedHeadBytes,
  problems,
  readBody,
  readStatement,
  sendAnswer,
  startServer,
  statementHeader,
} from '@plumbline/http';
import { createLog } from '@plumbline/log';
import { createMetrics } from '@plumbline/metrics';
import type { Endpoint } from '@plumbline/process';
import { type Catalog, createGateway, type GatewayLimits, type ServiceConnection } from '../src';
import { anIdentity, secretKey, serveUsers } from './usersDouble';

export const adminToken = '0123456789abcdef0123456789abcdef01234567';

const ordinary: Endpoint['methods'] = {
  list: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  detail: ['GET', 'PUT', 'PATCH', 'DELETE'],
  actions: { notes: ['GET', 'POST'], 'unknown-action': ['GET'] },
};

/** An endpoint of an ordinary model, as far as nothing else is said. */
const endpoint = (app: App, name: string, model: string, more: Partial<Endpoint> = {}): Endpoint => ({
  name,
  label: `${app}.${model}`,
  plural: name,
  methods: ordinary,
  unversioned: false,
  ...more,
});

const bare = { title: 'thing', natural_key: [], tree: false, abilities: [], defaults: {}, relations: [], filters: {} };

const endpoints: Catalog['apps'] = {
  circuits: { endpoints: [endpoint('circuits', 'providers', 'provider')] },
  dcim: {
    title: 'DCIM',
    endpoints: [
      endpoint('dcim', 'racks', 'rack', {
        menu: [
          { under: ['Inventory', 'Devices'], at: 20 },
          { under: ['Inventory', 'Devices'], at: 30, label: 'Rack Elevations', page: '/dcim/rack-elevations/' },
        ],
      }),
      endpoint('dcim', 'devices', 'device', {
        model: { ...bare, relations: [{ field: 'rack', to: 'dcim.rack', many: false, filter: 'rack_id' }] },
        menu: [{ under: ['Inventory', 'Devices'], at: 10 }],
        home: { section: 'Inventory', at: 1 },
      }),
    ],
  },
  extras: {
    endpoints: [
      endpoint('extras', 'object-changes', 'objectchange', {
        plural: 'object changes',
        methods: { list: ['GET'], detail: ['GET'], actions: { revert: ['POST'] } },
      }),
      endpoint('extras', 'statuses', 'status'),
    ],
  },
  ipam: {
    endpoints: [
      endpoint('ipam', 'prefixes', 'prefix', {
        menu: [{ under: ['Networks', 'IP Management'], at: 40 }],
        home: { section: 'Networks', at: 2 },
      }),
      endpoint('ipam', 'vrfs', 'vrf', { plural: 'VRFs', home: { section: 'Networks', at: 1 } }),
    ],
  },
  tenancy: { endpoints: [endpoint('tenancy', 'tenants', 'tenant')] },
  users: {
    endpoints: [
      endpoint('users', 'users', 'user'),
      endpoint('users', 'tokens', 'token'),
      endpoint('users', 'config', 'config', {
        methods: { list: ['GET', 'PATCH'], detail: [], actions: {} },
        unversioned: true,
      }),
    ],
  },
  virtualization: { endpoints: [endpoint('virtualization', 'clusters', 'cluster')] },
};

const texts = { type: 'array', items: { type: 'string' } };
const prefixList = {
  parameters: [
    { name: 'prefix', in: 'query', schema: texts },
    { name: 'type', in: 'query', schema: { type: 'array', items: { type: 'string', enum: ['container', 'pool'] } } },
    { name: 'prefix_length__gte', in: 'query', schema: { type: 'integer' } },
  ],
};

/** What each service says of itself over the bus. */
function aboutApp(
  app: App,
  verb: string,
  payload: { models?: string[]; lists?: object[]; identity?: { isSuperuser: boolean } },
): unknown {
  switch (verb) {
    case 'openapi':
      return {
        paths: {
          [`/${app}/things/`]: { get: { operationId: `${app}_things_list`, summary: 'List things' } },
          ...(app === 'ipam' ? { '/ipam/prefixes/': { get: prefixList } } : {}),
        },
        components: { schemas: { [`${app}Thing`]: { type: 'object' } } },
      };
    case 'totals':
      return Object.fromEntries(
        (payload.models ?? []).map((label) => [label, payload.identity?.isSuperuser ? 7 : null]),
      );
    case 'referring':
      return (payload.lists ?? []).map(() => (payload.identity?.isSuperuser ? 3 : null));
    case 'health':
      return { database: true };
    default:
      throw problems.notFound();
  }
}

/** A service of the same process: it tells what it was handed. */
function echo(app: App, onRequest: (req: AuthenticatedRequest) => void): ServiceConnection {
  return {
    kind: 'direct',
    handle(req, res, next) {
      onRequest(req);
      if (req.url.includes('unknown-action')) next();
      else if (req.url.includes('broken')) next(new Error('a bug'));
      else {
        const { identity, base, negotiated } = req.gatewayRequest;
        sendAnswer(req, res, 200, { app, method: req.method, user: identity.username, base }, { negotiated });
      }
    },
  };
}

export interface WorldOptions {
  limits?: Partial<GatewayLimits>;
  /** Services in other processes, by the URL they are found at. */
  remote?: Partial<Record<App, string>>;
  /** Applications nobody serves on the bus. */
  silent?: App[];
  /** Receives the log's lines. */
  logLines?: string[];
  settings?: Partial<Settings>;
}

/** A gateway on a free port, with doubles of the services behind it. */
export async function startWorld({ limits, remote = {}, silent = [], logLines, settings: more }: WorldOptions = {}) {
  const destination = { write: (line: string) => void logLines?.push(line) };
  const log = createLog({ name: 'gateway', level: logLines ? 'info' : 'silent', destination });
  const metrics = createMetrics({ service: 'gateway', process: 'test' });
  const bus = measuredBus(createInProcessBus({ log }), metrics);
  const users = await serveUsers(bus, (verb, payload) => aboutApp('users', verb, payload));
  users.tokens.set(adminToken, { identity: anIdentity({ username: 'admin' }), password: 'secret' });
  for (const app of apps) {
    if (app === 'users' || silent.includes(app)) continue;
    await bus.serve(app, async (payload, call, { model, verb }) => {
      // A service asks what somebody may do in the name of whom the gateway vouches for.
      if ((verb === 'totals' || verb === 'referring') && !call.vouched) throw problems.forbidden();
      if (verb === 'lookups' && (payload as { field_name: string }).field_name === 'name') {
        return [{ id: 'name', name: 'exact' }];
      }
      if (model !== 'service') throw problems.notFound();
      return aboutApp(app, verb, payload as never);
    });
  }
  const received: AuthenticatedRequest[] = [];
  const services = Object.fromEntries(
    apps.map((app): [App, ServiceConnection] => {
      const url = remote[app];
      return [app, url ? { kind: 'remote', url } : echo(app, (req) => received.push(req))];
    }),
  ) as Record<App, ServiceConnection>;
  const readReplicas = { urls: {}, lag: 0, pause: 45_000 };
  const connections = { total: 1_000, perAddress: 100 };
  const settings = {
    secretKey,
    readReplicas,
    host: '127.0.0.1',
    trustedProxies: [],
    allowedHosts: [],
    connections,
    metricsEnabled: true,
    ...more,
  } as Settings;
  const catalog: Catalog = { apps: endpoints, version: '0.1.0' };
  const gateway = createGateway({ settings, bus, log, metrics, catalog, services, limits });
  await gateway.ready();
  const server = await startServer(gateway.app, {
    port: 0,
    host: '127.0.0.1',
    log,
    graceMilliseconds: 1000,
    connections: gateway.connections,
  });
  const base = `http://127.0.0.1:${server.port}`;

  /** One request as the administrator; `token: null` sends no credentials. */
  function ask(path: string, { token = adminToken, headers, ...init }: AskOptions = {}): Promise<Response> {
    const authorization: Record<string, string> = token === null ? {} : { authorization: `Token ${token}` };
    const accept = { accept: 'application/json' };
    return fetch(base + path, { redirect: 'manual', ...init, headers: { ...accept, ...authorization, ...headers } });
  }

  return {
    ask,
    base,
    bus,
    port: server.port,
    received,
    users,
    async stop() {
      await server.stop();
      await gateway.close();
      await bus.close();
    },
  };
}

/** The log's line about a request, as soon as it has been written. */
export async function lineAbout(response: Response, logLines: string[]): Promise<Record<string, unknown>> {
  const id = response.headers.get('x-request-id') ?? '';
  for (;;) {
    const line = logLines.find((candidate) => candidate.includes(id) && candidate.includes('request answered'));
    if (line) return JSON.parse(line);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

export interface AskOptions extends Omit<RequestInit, 'headers'> {
  token?: string | null;
  headers?: Record<string, string>;
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/**
 * A service in "another process": it verifies the gateway's statement and tells what it was sent; one that is broken takes every
 * request and breaks off.
 */
export async function startRemoteService({
  port = 0,
  drainMilliseconds = 0,
  isBroken = false,
  log = createLog({ name: 'remote', level: 'silent' }),
} = {}) {
  const requests: { url?: string; headers: Record<string, string | string[] | undefined> }[] = [];
  let goOn = () => {};
  const server = await startServer(
    async (req, res) => {
      requests.push({ url: req.url, headers: { ...req.headers } });
      const statement = readStatement(
        req.headers[statementHeader],
        { app: 'dcim', method: req.method ?? '', url: req.url ?? '' },
        keyFor(statementPurpose('dcim'), secretKey),
      );
      if (isBroken || req.url?.includes('reset')) {
        req.socket.destroy();
      } else if (req.url?.includes('silence')) {
        req.resume();
      } else if (req.url?.includes('unread')) {
        res.end('unread');
      } else if (req.url?.includes('half')) {
        res.writeHead(200, { 'Content-Length': 1000 });
        res.write('half of');
        setTimeout(() => req.socket.destroy(), 20);
      } else if (req.url?.includes('bit-by-bit')) {
        res.write('one ');
        goOn = () => res.end('two');
      } else {
        const body = (await readBody(req, { limit: 10_000 })).toString();
        res.setHeader('x-plumbline-cost', '3/1');
        sendAnswer(req, res, 200, { statement, body }, { negotiated: { version: '2.1', renderer: 'json' } });
      }
    },
    { port, host: '127.0.0.1', log, graceMilliseconds: 100, drainMilliseconds, headBytes: forwardedHeadBytes },
  );
  return { url: `http://127.0.0.1:${server.port}`, port: server.port, requests, goOn: () => goOn(), stop: server.stop };
}
