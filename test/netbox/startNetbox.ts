import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { netboxFacts, type Release } from './netboxFacts';
import { shapeOf } from './shapeOf';
import type { NetboxWorld } from './worldBuilder';

/** A stand-in for a NetBox: it answers what its REST API answers, as far as reading goes. */
export interface NetboxStandIn {
  url: string;
  token: string;
  /** What it holds, by list, in the shapes of its release. */
  lists: NetboxWorld;
  /** Gives it another world to tell of. */
  show(world: NetboxWorld): void;
  close(): Promise<void>;
}

const token = '0123456789abcdef0123456789abcdef01234567';
const mostPerPage = 1_000;
const usualPage = 50;

/** Starts one of a release. */
export async function startNetbox(release: Release): Promise<NetboxStandIn> {
  const server = createServer((request, response) => {
    const url = new URL(request.url!, stand.url);
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Token ${token}`) return say(403, { detail: 'Invalid token' });
    if (url.pathname === '/api/status/')
      return say(200, { 'netbox-version': netboxFacts(release).release, plugins: {} });
    const objects = stand.lists.get(url.pathname.replace(/^\/api\/|\/$/g, ''));
    if (!objects) return say(404, { detail: 'Not found.' });
    const limit = Math.min(mostPerPage, Number(url.searchParams.get('limit') ?? usualPage));
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const results = objects.slice(offset, offset + limit);
    const isLast = offset + limit >= objects.length;
    url.searchParams.set('offset', String(offset + limit));
    return say(200, { count: objects.length, next: isLast ? null : url.href, previous: null, results });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stand: NetboxStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    lists: new Map(),
    show: (world) => {
      stand.lists = shapeOf(world, release);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return stand;
}
