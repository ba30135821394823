import { type Action, type ActionHandler, asViewer, keepShown, readPage, visitYielding } from '@plumbline/engine';
import type { Query } from '@plumbline/http';
import type { Row } from '@plumbline/model';
import { toAddress } from '../addresses/numbers';
import { firstAddresses } from '../addresses/range';
import { IpAddress, Prefix } from '../models';
import { freeAddresses, type Space } from '../sql/freeRanges';
import { beginningWith, loadUnderSharedLock, lockAddressesExclusive, readSpace, spaceOf } from '../sql/space';
import { allocate, mostShown, readWanted } from './allocation';
import { describeAvailableIps } from './descriptions';

/** Who names no number of addresses wants all of them: 0 and less. */
const wantsAll = (query: Query): boolean => /^\s*(-\d+|[+-]?0+)\s*$/.test(query.get('limit')?.at(-1) ?? '');

const addressIn = ({ ip_version: version, prefix_length: length }: Space, host: bigint): string =>
  `${toAddress(host, version)}/${length}`;

/** Shows free addresses of a prefix, as many as a page has. */
const list: ActionHandler = async ({ work, row, query }) => {
  const space = await readSpace(work.sql, String(row!.id));
  const { limit = mostShown } = wantsAll(query) ? {} : readPage(query, work.engine.settings);
  const count = Math.min(limit, mostShown);
  const body: Row[] = [];
  await visitYielding(work, firstAddresses(await freeAddresses(work.sql, space, count), count), (host) =>
    body.push({ ip_version: space.ip_version, address: addressIn(space, host) }),
  );
  return { status: 200, body };
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
        address: addressIn(space, hosts[index]!),
        namespace: space.namespace,
      }));
    },
    // Others may write addresses meanwhile, which they name themselves.
    { picksValues: true, opening: beginningWith(id) },
  );

/** The addresses of a prefix that are still free, to see and to take. */
export const availableIps: Action = {
  model: Prefix,
  name: 'available-ips',
  methods: { GET: list, POST: take },
  loadsWithin: ['POST'],
  permissionOf: IpAddress,
  bodyModel: IpAddress,
  describe: describeAvailableIps,
};
