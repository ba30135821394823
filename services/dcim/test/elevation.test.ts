import type { Identity } from '@plumbline/http';
import { type Body, startWorld, unique, type World } from './world';

let world: World;
beforeAll(async () => {
  world = await startWorld({
    'dcim.rack': { view: [{}] },
    'dcim.device': { view: [{ name__startswith: 'core' }] },
  });
});
afterAll(() => world?.stop());

const elevation = (rack: Body, query = '', as?: Identity) =>
  world.plumbline.request('GET', `/api/dcim/racks/${rack.id}/elevation/${query}`, undefined, as ? { as } : {});
const occupied = async (rack: Body, query = ''): Promise<number[]> =>
  (await elevation(rack, query)).body.results
    .filter((unit: Body) => unit.occupied)
    .map(({ id }: Body) => id)
    .sort((one: number, other: number) => one - other);

/** A rack of 12 units: a device of two units over the whole depth, one at the front, one at the rear. */
async function filledRack() {
  const rack = await world.aRack({ u_height: 12 });
  const [deep, flat] = [await world.aType({ u_height: 2 }), await world.aType({ is_full_depth: false })];
  const stand = (name: string, type: Body, position: number, face: string) =>
    world.aDevice({ name: unique(name), rack: rack.id, device_type: type.id, position, face });
  const devices = {
    deep: await stand('core.example.net', deep, 1, 'front'),
    front: await stand('<leaf> & "co"', flat, 5, 'front'),
    rear: await stand('patch', flat, 6, 'rear'),
  };
  return { rack, devices };
}

/** How many there are of each element of a picture that the contract counts. */
const counted = (picture: string) =>
  Object.fromEntries(
    ['rect', 'a', 'title', 'text'].map((name) => [name, picture.match(new RegExp(`<${name}\\b`, 'g'))?.length ?? 0]),
  );
/** The different classes that elements of a picture have. */
const classes = (picture: string, name: string) =>
  [...new Set([...picture.matchAll(new RegExp(`<${name} class="([^"]*)"`, 'g'))].map(([, found]) => found))].sort();

describe('the units of a rack', () => {
  it('are occupied on the face a device shows', async () => {
    const { rack, devices } = await filledRack();
    expect(await occupied(rack)).toEqual([1, 2, 5]);
    expect(await occupied(rack, '?face=rear')).toEqual([1, 2, 6]);
    expect(await occupied(rack, `?exclude=${devices.deep.id}`)).toEqual([5]);
    expect(await occupied(rack, '?expand_devices=false')).toEqual([1, 5]);
    expect((await elevation(rack, '?expand_devices=no')).body.count).toBe(11);
    expect((await elevation(rack, '?q=2')).body.results.map(({ id }: Body) => id)).toEqual([12, 2]);
  });
});

describe('the picture of a rack', () => {
  it('shows devices, what is behind them, and free units', async () => {
    const { rack, devices } = await filledRack();
    const { status, headers, text } = await elevation(rack, '?render=svg');
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(text).toMatch(/^<svg [^>]*width="264" height="268"/);
    expect(text.match(/class="slot" height="22" width="230"/g)).toHaveLength(9);
    expect(text.match(/class="unit"/g)).toHaveLength(12);
    expect(text).toContain(`/api/dcim/devices/${devices.deep.id}/`);
    expect(text).toMatch(/class="slot" height="44" width="230" x="32" y="222" style="fill: #2196f3"/);
    expect(text).toContain('class="slot blocked_partial"');
    expect(text).toContain('&lt;leaf&gt; &amp; &quot;co&quot;');
    expect(text).not.toContain('<leaf>');
    expect(text).toMatch(/class="rack-device-shortname hidden"[^>]*>core</);
    const rear = (await elevation(rack, '?render=svg&face=rear&display_fullname=false')).text;
    expect(rear).toContain('class="slot blocked"');
    expect(rear).toMatch(/class="rack-device-fullname hidden"/);
  });

  it('has a rectangle for each device, each free unit and the frame, and titles where the contract has them', async () => {
    const { rack } = await filledRack();
    const empty = (await elevation(await world.aRack(), '?render=svg')).text;
    expect(counted(empty)).toEqual({ rect: 43, a: 42, title: 0, text: 84 });
    const front = (await elevation(rack, '?render=svg')).text;
    expect(counted(front)).toEqual({ rect: 12, a: 11, title: 2, text: 24 });
    expect(classes(front, 'rect')).toEqual(['rack', 'slot', 'slot blocked_partial']);
    const rear = (await elevation(rack, '?render=svg&face=rear')).text;
    expect(counted(rear)).toEqual({ rect: 12, a: 10, title: 2, text: 24 });
    expect(classes(rear, 'rect')).toEqual(['rack', 'slot', 'slot blocked', 'slot blocked_partial']);
    expect(classes(rear, 'text')).toEqual([
      'add-device',
      'rack-device-fullname',
      'rack-device-shortname hidden',
      'unit',
    ]);
  });

  it('is as large as one wants it', async () => {
    const rack = await world.aRack({ u_height: 10 });
    const query = '?render=svg&unit_width=100&unit_height=10&legend_width=20';
    expect((await elevation(rack, query)).text).toMatch(/^<svg [^>]*width="124" height="104"/);
    for (const wrong of ['unit_width=0', 'unit_height=-1', 'legend_width=999999', 'unit_width=wide'])
      expect((await elevation(rack, `?render=svg&${wrong}`)).status).toBe(400);
  });

  it('does not tell who stands where to those who may not know', async () => {
    const { rack, devices } = await filledRack();
    const reader: Identity = {
      userId: crypto.randomUUID(),
      username: 'reader',
      isSuperuser: false,
      writeEnabled: false,
      permissionStamp: '1',
    };
    const { status, text } = await elevation(rack, '?render=svg', reader);
    expect(status).toBe(200);
    expect(text).toContain(devices.deep.id);
    for (const { id } of [devices.front, devices.rear]) expect(text).not.toContain(id);
    expect(text.match(/<rect class="blocked" /g)).toHaveLength(2);
    expect((await elevation(rack, '', reader)).body.results.filter((unit: Body) => unit.occupied)).toHaveLength(3);
  });

  it('tells what units are kept for', async () => {
    const rack = await world.aRack({ u_height: 4 });
    await world.make('rack-reservations', {
      rack: rack.id,
      units: [2, 3],
      description: 'storage',
      user: world.user.id,
    });
    const { text } = await elevation(rack, '?render=svg');
    expect(text.match(/class="slot reserved"/g)).toHaveLength(2);
    expect(text).toMatch(/<title>storage — ada — \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC<\/title>/);
    expect(text.match(/>storage</g)).toHaveLength(1);
    expect(classes(text, 'text')).toEqual(['add-device', 'unit']);
  });

  it('counts the bays of a device', async () => {
    const rack = await world.aRack();
    const type = await world.aType({ subdevice_role: 'parent' });
    await world.make('device-bay-templates', [
      { device_type: type.id, name: 'a' },
      { device_type: type.id, name: 'b' },
    ]);
    await world.aDevice({ name: 'blades', rack: rack.id, device_type: type.id, position: 1, face: 'front' });
    expect((await elevation(rack, '?render=svg')).text).toContain('>blades (0/2)<');
  });
});
