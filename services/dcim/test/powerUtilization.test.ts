import { randomUUID } from 'node:crypto';
import type { Identity } from '@plumbline/http';
import { type Body, startWorld, unique, type World } from './world';

let world: World;
let panel: Body;
beforeAll(async () => {
  world = await startWorld({ 'dcim.powerfeed': { view: [{ name: 'half' }] } });
  await world.make('extras/statuses', { name: 'Fed', content_types: ['dcim.powerfeed', 'dcim.cable'] });
  const { id: location_type } = await world.make('location-types', {
    name: 'power room',
    content_types: ['dcim.powerpanel', 'dcim.device'],
  });
  const room = await world.make('locations', { name: unique('room'), location_type, status: 'Active' });
  panel = await world.make('power-panels', { name: 'panel', location: room.id });
});
afterAll(() => world?.stop());

/** A feed of 230 V and 10 A of which 80 % may be drawn: 1,840 W, over a cable to a port of a device. */
async function aFeed(name: string, draw: object): Promise<{ feed: Body; port: Body; device: Body }> {
  const feed = await world.make('power-feeds', {
    name,
    power_panel: panel.id,
    status: 'Fed',
    voltage: 230,
    amperage: 10,
    max_utilization: 80,
  });
  const device = await world.aDevice();
  const port = await world.make('power-ports', { name: 'in', device: device.id, ...draw });
  await connect('dcim.powerfeed', feed, 'dcim.powerport', port);
  return { feed, port, device };
}
const connect = (aType: string, a: Body, bType: string, b: Body) =>
  world.make('cables', {
    termination_a_type: aType,
    termination_a_id: a.id,
    termination_b_type: bType,
    termination_b_id: b.id,
    status: 'Fed',
  });
/** Somebody who may do what everybody may. */
const userId = randomUUID();
const looker: Identity = {
  userId,
  username: 'looker',
  isSuperuser: false,
  writeEnabled: true,
  permissionStamp: userId,
};
const ask = (query: string, as?: Identity) =>
  world.plumbline.request('GET', `/api/dcim/power-utilization/${query}`, undefined, as ? { as } : {});

test('feeds are told by what is set aside of them, the fullest first, as far as one may view them', async () => {
  const half = await aFeed('half', { allocated_draw: 920 });
  const over = await aFeed('over', { allocated_draw: 2_000 });
  const bar = await aFeed('bar', {});
  for (const draw of [300, 68]) {
    const outlet = await world.make('power-outlets', {
      name: unique('outlet'),
      device: bar.device.id,
      power_port: bar.port.id,
    });
    const taker = await world.make('power-ports', {
      name: unique('in'),
      device: half.device.id,
      allocated_draw: draw,
    });
    await connect('dcim.poweroutlet', outlet, 'dcim.powerport', taker);
  }
  await world.make('power-feeds', { name: 'nothing on it', power_panel: panel.id, status: 'Fed' });
  const { status, body } = await ask('');
  expect(status).toBe(200);
  expect(body).toEqual([
    { id: over.feed.id, name: 'over', utilization: 2_000 / 1_840, allocated_power: 2_000, available_power: 1_840 },
    { id: half.feed.id, name: 'half', utilization: 0.5, allocated_power: 920, available_power: 1_840 },
    { id: bar.feed.id, name: 'bar', utilization: 0.2, allocated_power: 368, available_power: 1_840 },
  ]);
  const names = async (query: string, as?: Identity) => (await ask(query, as)).body.map(({ name }: Body) => name);
  expect(await names('?at_least=0.5')).toEqual(['over', 'half']);
  expect(await names('', looker)).toEqual(['half']);
  expect(await names('?at_least=0.6', looker)).toEqual([]);
  expect(await ask('?at_least=much')).toMatchObject({
    status: 400,
    body: { at_least: ['Enter a number from 0 to 1.'] },
  });
});
