import { type Shown, type Site, startSite } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

test('What stands in the way of a deletion is named, whichever service it is of', async () => {
  const here = { location: site.location.id, status: 'Active' };
  const inTheWay: Shown[] = [
    await site.aDevice('leaf'),
    await site.make('dcim/racks', { ...here, name: 'R1' }),
    await site.make('ipam/vlans', { ...here, vid: 7, name: 'users' }),
  ];
  const named = async () => {
    const { status, body } = await site.remove('dcim/locations', site.location);
    const found = /^Unable to delete object\. (\d+) dependent objects were found: (.*)$/.exec(body.detail);
    return [status, found?.[1], found?.[2]?.split(', ').sort()];
  };
  const displays = (objects: Shown[]) => objects.map(({ display, id }) => `${display} (${id})`).sort();
  expect(await named()).toEqual([409, '3', displays(inTheWay)]);

  // What a refused deletion looked at may be changed at once.
  for (const [path, object] of [
    ['dcim/locations', site.location],
    ['dcim/racks', inTheWay[1]],
  ] as const)
    expect((await site.change(path, object, { comments: 'still here' })).status).toBe(200);
  expect((await site.remove('dcim/devices', inTheWay[0])).status).toBe(204);
  expect(await named()).toEqual([409, '2', displays(inTheWay.slice(1))]);
});

test('Of very many that stand in the way all are counted and the first hundred named, always the same', async () => {
  const status = await site.make('extras/statuses', { name: 'Crowded', content_types: ['ipam.vlan', 'dcim.rack'] });
  const here = { location: site.location.id, status: status.id };
  await site.make(
    'ipam/vlans',
    Array.from({ length: 150 }, (_, index) => ({ ...here, vid: 100 + index, name: `crowd ${index}` })),
  );
  const vlans: Shown[] = (await site.send('GET', 'ipam/vlans/?status=Crowded&limit=0')).body.results;
  const byId = vlans.sort((a, b) => (a.id < b.id ? -1 : 1));
  const named = byId.slice(0, 100).map(({ display, id }) => `${display} (${id})`);
  const refused = async () => (await site.remove('extras/statuses', status)).body.detail;
  expect(await refused()).toBe(`Unable to delete object. 150 dependent objects were found: ${named.join(', ')}`);
  // Rows that were written again lie elsewhere in their table.
  await site.change('ipam/vlans', byId[0], { description: 'changed' });
  expect(await refused()).toContain(`: ${named.join(', ')}`);

  await site.make(
    'dcim/racks',
    Array.from({ length: 120 }, (_, index) => ({ ...here, name: `crowd ${index}` })),
  );
  expect(await refused()).toMatch(/^Unable to delete object\. 270 dependent objects were found: ([^,]+, ){99}[^,]+$/);
});
