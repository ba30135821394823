import { type Shown, type Site, startSite } from '../network/site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

const send = (method: string, path: string, body?: unknown) => site.send(method, path, body);
/** Where the change log says that the newest change of an object came from. */
const routeOf = async ({ id }: { id: string }): Promise<string> => {
  const { results } = (await send('GET', `extras/object-changes/?changed_object_id=${id}`)).body;
  return results[0].change_context_detail;
};
const aRack = (name: string, location = site.location): Promise<Shown> =>
  site.make('dcim/racks', { name, location: location.id, status: 'Active' });

describe('the change log names the route of the request', () => {
  it('for what it creates, changes and deletes', async () => {
    const rack = await aRack('plain');
    expect(await routeOf(rack)).toBe('dcim-api:rack-list');
    await site.change('dcim/racks', rack, { serial: '1' });
    expect(await routeOf(rack)).toBe('dcim-api:rack-detail');
    await send('PATCH', 'dcim/racks/', [{ id: rack.id, serial: '2' }]);
    expect(await routeOf(rack)).toBe('dcim-api:rack-list');
    await site.remove('dcim/racks', rack);
    expect(await routeOf(rack)).toBe('dcim-api:rack-detail');
  });

  it('for what changes along with it', async () => {
    const rack = await aRack('moving');
    const device = await site.aDevice('moved', { rack: rack.id });
    const other = await site.make('dcim/locations', { name: 'Bonn', location_type: 'Site', status: 'Active' });
    await site.change('dcim/racks', rack, { location: other.id });
    expect(await routeOf(device)).toBe('dcim-api:rack-detail');
  });

  it('for cables and what they connect', async () => {
    const devices = [await site.aDevice('near'), await site.aDevice('far')];
    const ports = await site.make(
      'dcim/interfaces',
      devices.map(({ id }) => ({ name: 'eth0', device: id, type: '1000base-t', status: 'Active' })),
    );
    const end = (side: string, { id }: Shown) => ({
      [`termination_${side}_type`]: 'dcim.interface',
      [`termination_${side}_id`]: id,
    });
    const cable = await site.make('dcim/cables', {
      status: 'Connected',
      ...end('a', ports[0]),
      ...end('b', ports[1]),
    });
    expect(await routeOf(ports[0])).toBe('dcim-api:cable-list');
    await site.remove('dcim/devices', devices[0]);
    for (const gone of [ports[0], cable]) expect(await routeOf(gone)).toBe('dcim-api:device-detail');
  });

  it('for parts that go with their whole', async () => {
    const field = await site.make('extras/custom-fields', { label: 'colour', type: 'select', content_types: [] });
    const choice = await site.make('extras/custom-field-choices', { custom_field: field.id, value: 'red' });
    await site.remove('extras/custom-fields', field);
    expect(await routeOf(choice)).toBe('extras-api:customfield-detail');
  });

  it('for endpoints below an object', async () => {
    const prefix = await site.make('ipam/prefixes', { prefix: '10.0.0.0/16', status: 'Active' });
    const address = await site.make(`ipam/prefixes/${prefix.id}/available-ips`, { status: 'Active' });
    expect(await routeOf(address)).toBe('ipam-api:prefix-available-ips');
    const part = await site.make(`ipam/prefixes/${prefix.id}/available-prefixes`, {
      prefix_length: 24,
      status: 'Active',
    });
    expect(await routeOf(part)).toBe('ipam-api:prefix-available-prefixes');
  });

  it('for what other services do about it', async () => {
    const rack = await aRack('noted');
    const note = await site.make(`dcim/racks/${rack.id}/notes`, { note: 'wobbles' });
    expect(await routeOf(note)).toBe('dcim-api:rack-notes');
    await site.remove('dcim/racks', rack);
    expect(await routeOf(note)).toBe('dcim-api:rack-detail');
  });
});
