import { type Action, type ActionHandler, asViewer, keepShown, readPage } from '@plumbline/engine';
import type { Query } from '@plumbline/http';
import { firstAddresses } from '../addresses/range';
import { IpAddress, Prefix } from '../models';
import { freeAddresses } from '../sql/freeRanges';
import { beginningWith, loadUnderSharedLock, lockAddressesExclusive, readSpace, spaceOf } from '../sql/space';
import { allocate, readWanted } from './allocation';
import { describeAvailableIps } from './descriptions';

/** Most free addresses shown at once: to those who want all, or when the settings know no largest page. */
const most = 65_536;

/** Who names no number of addresses wants all of them: 0 and less. */
const wantsAll = (query: Query): boolean => /^\s*(-\d+|[+-]?0+)\s*$/.test(query.get('limit')?.at(-1) ?? '');

/** Shows free addresses of a prefix, as many as a page has. */
const list: ActionHandler = async ({ work, row, query }) => {
  const space = await readSpace(work.sql, String(row!.id));
  const { limit = most } = wantsAll(query) ? {} : readPage(query, work.engine.settings);
  const free = firstAddresses(await freeAddresses(work.sql, space, limit), limit);
  return {
    status: 200,
    body: free.map((host) => ({ ip_version: space.ip_version, address: `${host}/${space.prefix_length}` })),
  };
};

/** Makes the next free addresses of a prefix into objects. Those of one prefix are given out one request at a time. */
const take: ActionHandler = async ({ work, load, id, body }) =>
  allocate(
    work,
    IpAddress,
    Array.isArray(body),
    async (inner) => {
      const prefix = await loadUnderSharedLock(inner, () => load(asViewer(inner)));
      const space = spaceOf(prefix);
      const { items } = readWanted(body);
      const count = items.length;
      // Looked for behind the lock, in the same round trip.
      const [, free] = await Promise.all([
        lockAddressesExclusive(inner.sql, space.id),
        count === 0 ? [] : freeAddresses(inner.sql, space, count),
      ]);
      const hosts = firstAddresses(free, count);
      if (hosts.length < count) return undefined;
      await keepShown(inner, Prefix, [prefix]);
      return items.map((item, index) => ({
        ...item,
        address: `${hosts[index]}/${space.prefix_length}`,
        namespace: space.namespace,
      }));
    },
    beginningWith(id),
  );

/** The addresses of a prefix that are still free, to see and to take. */
export const availableIps: Action = {
  model: Prefix,
  name: 'available-ips',
  methods: { GET: list, POST: take },
  loadsWithin: ['POST'],
  permissionOf: IpAddress,
  describe: describeAvailableIps,
};
