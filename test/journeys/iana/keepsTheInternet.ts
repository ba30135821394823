import type { Client } from '../../harness/client';
import { Api, type Item, type Page } from '../../program/api';
import { type Block, blocks, isIpv4, lengthOf, registries } from './blocks';

interface Prefix extends Item {
  prefix: string;
  prefix_length: number;
  parent: { id: string } | null;
  date_allocated: string | null;
}

const statusNames: Record<string, string> = { RESERVED: 'Reserved', LEGACY: 'Deprecated', ALLOCATED: 'Active' };

/** A journey: somebody loads the public address space, asks about it, rearranges it and takes it away again. */
export function keepsTheInternet(program: () => { client: Client }): void {
  describe('keeps the address space of the Internet', () => {
    const run = Date.now().toString(36);
    const rirName = (registry: string) => `${registry} ${run}`;
    let api: Api;
    let namespace: Item & { name: string };
    let active: string;
    let roots: Prefix[];
    let made: Prefix[];
    const list = (filter: string) =>
      api.list<Prefix>(`ipam/prefixes/?namespace=${encodeURIComponent(namespace.name)}&${filter}`);
    const count = async (filter: string) => (await list(`${filter}&limit=1`)).count;
    const prefixes = ({ results }: Page<Prefix>) => results.map(({ prefix }) => prefix).sort();
    const one = async (prefix: string) => (await list(`prefix=${encodeURIComponent(prefix)}`)).results[0];

    beforeAll(async () => {
      api = new Api(program());
      const { results } = await api.list<Item & { name: string }>(
        'extras/statuses/?content_types=ipam.prefix&limit=200',
      );
      const statuses = new Map(results.map(({ name, id }) => [name, id]));
      active = statuses.get('Active') as string;
      namespace = await api.create('ipam/namespaces/', { name: `internet ${run}` });
      const rirs = await api.create<Item[]>(
        'ipam/rirs/',
        registries.map((name) => ({ name: rirName(name), is_private: false })),
      );
      const container = { type: 'container', namespace: namespace.id };
      roots = await api.create(
        'ipam/prefixes/',
        ['0.0.0.0/0', '2000::/3'].map((prefix) => ({ ...container, prefix, status: active })),
      );
      const body = ({ prefix, designation, date, rir, status }: Block) => ({
        ...container,
        prefix,
        status: statuses.get(statusNames[status.toUpperCase()] ?? 'Active'),
        rir: rir === null ? null : rirs[registries.indexOf(rir)]?.id,
        description: designation,
        date_allocated: date === null ? null : `${date.length === 7 ? `${date}-01` : date}T00:00:00Z`,
      });
      made = await api.create('ipam/prefixes/', blocks.map(body));
    });

    it('takes every block in one request and lists them all', async () => {
      expect(made).toHaveLength(blocks.length);
      expect(await count('')).toBe(blocks.length + roots.length);
    });

    it('tells the families apart', async () => {
      const v4 = blocks.filter(isIpv4).length;
      const globalUnicast = blocks.filter(({ prefix }) => /^[23][0-9a-f]{3}:/.test(prefix)).length;
      expect(await count('ip_version=4')).toBe(v4 + 1);
      expect(await count('within=0.0.0.0/0')).toBe(v4);
      expect(await count('within=2000::/3')).toBe(globalUnicast);
    });

    it.each(registries)('knows what %s holds', async (registry) => {
      const filter = `rir=${encodeURIComponent(rirName(registry))}`;
      expect(await count(filter)).toBe(blocks.filter(({ rir }) => rir === registry).length);
    });

    it('finds the blocks around an address', async () => {
      expect(prefixes(await list('contains=8.8.8.8'))).toEqual(['0.0.0.0/0', '8.0.0.0/8']);
    });

    it('places each block below the closest one that contains it', async () => {
      expect((await one('8.0.0.0/8'))?.parent?.id).toBe(roots[0]?.id);
      expect((await one('2001:200::/23'))?.parent?.id).toBe(roots[1]?.id);
    });

    it('sorts and filters by the day of allocation', async () => {
      const before = await count('date_allocated__lt=1985-01-01T00:00:00Z');
      expect(before).toBe(blocks.filter(({ date }) => date !== null && date < '1985').length);
      const { results } = await list('ip_version=4&sort=-date_allocated&limit=1000');
      const dates = results.flatMap(({ date_allocated }) => date_allocated ?? []);
      expect(dates).toEqual([...dates].sort().reverse());
    });

    it('offers the whole of an empty block as free', async () => {
      const empty = made.find(({ prefix }) => prefix === '2001:200::/23') as Prefix;
      const free = await api.get<{ prefix: string }[]>(`ipam/prefixes/${empty.id}/available-prefixes/`);
      expect(free.map(({ prefix }) => prefix)).toEqual(['2001:200::/23']);
    });

    it('refuses the same block twice, and a list with one bad block as a whole', async () => {
      const eight = { prefix: '8.0.0.0/8', namespace: namespace.id, status: active, type: 'container' };
      expect(await api.send('POST', 'ipam/prefixes/', eight)).toBe(400);
      const mixed = [
        { ...eight, prefix: '5.5.0.0/16' },
        { ...eight, prefix: 'not a prefix' },
      ];
      expect(await api.send('POST', 'ipam/prefixes/', mixed)).toBe(400);
      expect(await one('5.5.0.0/16')).toBeUndefined();
    });

    it('hands children over to a block put between them and their parent', async () => {
      const between = await api.create<Prefix>('ipam/prefixes/', {
        prefix: '8.0.0.0/6',
        namespace: namespace.id,
        status: active,
        type: 'container',
      });
      expect(prefixes(await list(`parent=${between.id}`))).toEqual([
        '10.0.0.0/8',
        '11.0.0.0/8',
        '8.0.0.0/8',
        '9.0.0.0/8',
      ]);
    });

    it('lets go of it all, and then of the namespace', async () => {
      const remove = (items: Item[]) =>
        api.send(
          'DELETE',
          'ipam/prefixes/',
          items.map(({ id }) => ({ id })),
        );
      const blocksFromEight = (await list('prefix_length__gte=8&limit=1000')).results;
      expect(await remove(blocksFromEight)).toBe(204);
      const large = blocks.filter((block) => lengthOf(block) < 8).length;
      expect(await count('')).toBe(roots.length + 1 + large);
      const rest = (await list('limit=1000')).results.sort((a, b) => b.prefix_length - a.prefix_length);
      for (const { id } of rest) expect(await api.send('DELETE', `ipam/prefixes/${id}/`)).toBe(204);
      expect(await count('')).toBe(0);
      expect(await api.send('DELETE', `ipam/namespaces/${namespace.id}/`)).toBe(204);
    });
  });
}
