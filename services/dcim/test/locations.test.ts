import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { primary } from '@plumbline/extensions';
import { defineModel, f } from '@plumbline/model';
import { startTestServices, type TestAnswer, type TestServices } from '@plumbline/testkit';
import { dcimService } from '../src';

/** Stands for the statuses extras keeps. */
const Status = defineModel('extras.status', {
  endpoint: 'statuses',
  traits: [primary],
  fields: { name: f.text(100).unique(), content_types: f.contentTypes('any') },
});

/** Stands for what ipam puts at locations. */
const Vlan = defineModel('ipam.vlan', {
  endpoint: 'vlans',
  traits: [primary],
  fields: { name: f.text(100), location: f.ref('dcim.location').optional() },
});

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices(
    [{ app: 'extras', models: [Status] }, { app: 'ipam', models: [Vlan] }, dcimService],
    {},
    { contentTypes, contentTypeNames },
  );
  await plumbline.request('POST', '/api/extras/statuses/', { name: 'Active', content_types: ['dcim.location'] });
});
afterAll(() => plumbline?.stop());

type Body = TestAnswer['body'];

const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`;
async function make(endpoint: string, body: object): Promise<Body> {
  const answer = await plumbline.request('POST', `/api/dcim/${endpoint}/`, body);
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return answer.body;
}
const aType = (body: object = {}) => make('location-types', { name: unique('type'), ...body });
const aLocation = (body: object) => make('locations', { name: unique('place'), status: 'Active', ...body });
const list = async (query: string): Promise<Body[]> =>
  (await plumbline.request('GET', `/api/dcim/locations/?${query}`)).body.results;
const names = (bodies: Body[]) => bodies.map(({ name }) => name);
async function problems(method: string, path: string, body: object): Promise<string[]> {
  const answer = await plumbline.request(method, `/api/dcim/${path}`, body);
  expect(answer.status).toBe(400);
  return Object.keys(answer.body);
}

describe('a location', () => {
  it('stands where its type permits', async () => {
    const region = await aType();
    const site = await aType({ parent: region.id });
    const room = await aType({ parent: site.id, nestable: true });
    const north = await aLocation({ location_type: region.id });
    const hq = await aLocation({ location_type: site.id, parent: north.id });
    const hall = await aLocation({ location_type: room.id, parent: hq.id });
    const cage = await aLocation({ location_type: room.id, parent: hall.id });
    expect(cage).toMatchObject({ display: `${north.name} → ${hq.name} → ${hall.name} → ${cage.name}`, tree_depth: 3 });
    const refused = (type: Body, parent: Body | null) =>
      problems('POST', 'locations/', {
        name: 'x',
        status: 'Active',
        location_type: type.id,
        ...(parent ? { parent: parent.id } : {}),
      });
    expect(await refused(site, null)).toEqual(['parent']);
    expect(await refused(region, north)).toEqual(['parent']);
    expect(await refused(room, north)).toEqual(['parent']);
    expect(await refused(site, hq)).toEqual(['parent']);
    expect(await problems('PATCH', `locations/${hall.id}/`, { parent: cage.id })).toEqual(['__all__']);
    expect(await problems('PATCH', `locations/${hall.id}/`, { parent: hall.id })).toEqual(['__all__']);
    expect(await problems('PATCH', `locations/${hq.id}/`, { location_type: room.id })).toEqual(['location_type']);
  });

  it('of a nestable type at the top may stand in one of its own type only', async () => {
    const [building, other] = [await aType({ nestable: true }), await aType()];
    const campus = await aLocation({ location_type: building.id });
    await aLocation({ location_type: building.id, parent: campus.id });
    const elsewhere = await aLocation({ location_type: other.id });
    const body = { name: 'x', status: 'Active', location_type: building.id, parent: elsewhere.id };
    expect(await problems('POST', 'locations/', body)).toEqual(['parent']);
  });

  it('has a name of its own among its siblings', async () => {
    const type = await aType({ nestable: true });
    const [one, two] = [await aLocation({ location_type: type.id }), await aLocation({ location_type: type.id })];
    const inner = { name: 'a', status: 'Active', location_type: type.id };
    await make('locations', { ...inner, parent: one.id });
    const moving = await make('locations', { ...inner, parent: two.id });
    expect(await problems('POST', 'locations/', { ...inner, parent: one.id })).toEqual(['non_field_errors']);
    expect(await problems('PATCH', `locations/${moving.id}/`, { parent: one.id })).toEqual(['__all__']);
    expect(await problems('POST', 'locations/', { ...inner, name: one.name })).toEqual(['name']);
  });

  it('that stands where it may not is told of its name as well', async () => {
    const outer = await aType();
    const inner = await aType({ parent: outer.id });
    const root = await aLocation({ location_type: outer.id });
    const body = { name: root.name, status: 'Active', location_type: inner.id };
    expect((await problems('POST', 'locations/', body)).sort()).toEqual(['name', 'parent']);
  });

  it('takes what stands in it along', async () => {
    const type = await aType({ nestable: true });
    const outer = await aLocation({ location_type: type.id });
    const inner = await aLocation({ location_type: type.id, parent: outer.id });
    expect((await plumbline.request('DELETE', `/api/dcim/locations/${outer.id}/`)).status).toBe(204);
    expect((await plumbline.request('GET', `/api/dcim/locations/${inner.id}/`)).status).toBe(404);
  });

  it('is listed with its siblings in natural order, below what it stands in', async () => {
    const type = await aType({ nestable: true });
    const root = await aLocation({ location_type: type.id });
    const places = ['floor 10', 'floor 2', 'floor 1'];
    for (const name of places) await aLocation({ name, location_type: type.id, parent: root.id });
    expect(names(await list(`subtree=${root.id}&sort=-name`))).toEqual([root.name, 'floor 1', 'floor 2', 'floor 10']);
    const [deep] = await list(`parent=${root.id}&name=floor 10`);
    expect(deep.natural_slug).toBe(`floor-10_${root.name.replace(' ', '-')}_${deep.id.slice(0, 4)}`);
  });

  it('checks coordinates, numbers and time zones', async () => {
    const type = await aType();
    const { id } = await aLocation({ location_type: type.id, latitude: 1.12, time_zone: 'Europe/Berlin', asn: 65000 });
    const { body } = await plumbline.request('GET', `/api/dcim/locations/${id}/`);
    expect(body).toMatchObject({ latitude: '1.120000', time_zone: 'Europe/Berlin', asn: 65000 });
    for (const wrong of [
      { time_zone: 'Mars/Base' },
      { time_zone: '' },
      { asn: 0 },
      { latitude: '123.4' },
      { contact_email: 'x' },
    ])
      expect(await problems('PATCH', `locations/${id}/`, wrong)).toEqual(Object.keys(wrong));
    expect((await plumbline.request('PATCH', `/api/dcim/locations/${id}/`, { time_zone: null })).status).toBe(200);
  });

  it('is found by what its type permits and by what may stand in it', async () => {
    const site = await aType({ content_types: ['dcim.rack', 'ipam.vlan'] });
    const room = await aType({ parent: site.id, nestable: true });
    const hq = await aLocation({ location_type: site.id });
    const hall = await aLocation({ location_type: room.id, parent: hq.id });
    const both = `id=${hq.id}&id=${hall.id}`;
    expect(names(await list(`content_type=dcim.rack&content_type=ipam.vlan&${both}`))).toEqual([hq.name]);
    expect(names(await list(`child_location_type=${room.name}&${both}`))).toEqual([hq.name, hall.name]);
    expect(names(await list(`child_location_type=${site.id}&${both}`))).toEqual([]);
    expect((await plumbline.request('GET', '/api/dcim/locations/?child_location_type=nowhere')).status).toBe(400);
    expect((await plumbline.request('GET', '/api/dcim/locations/?content_type=dcim.cable')).status).toBe(400);
    expect((await plumbline.request('GET', '/api/dcim/locations/?time_zone=null')).status).toBe(400);
    expect(names(await list(`time_zone=&${both}`))).toEqual([hq.name, hall.name]);
  });
});

describe('a location type', () => {
  it('keeps its parent and its nesting while locations rely on them', async () => {
    const [region, other] = [await aType({ nestable: true }), await aType()];
    await plumbline.request('PATCH', `/api/dcim/location-types/${region.id}/`, { parent: other.id });
    await plumbline.request('PATCH', `/api/dcim/location-types/${region.id}/`, { parent: null });
    const outer = await aLocation({ location_type: region.id });
    await aLocation({ location_type: region.id, parent: outer.id });
    expect(await problems('PATCH', `location-types/${region.id}/`, { nestable: false })).toEqual(['nestable']);
    expect(await problems('PATCH', `location-types/${region.id}/`, { parent: other.id })).toEqual(['parent']);
    expect(await problems('PATCH', `location-types/${region.id}/`, { parent: region.id })).toEqual(['__all__']);
    const wrong = [{ name: 'Rack group' }, { nestable: false }, { parent: other.id }];
    expect(await problems('PATCH', `location-types/${region.id}/`, Object.assign({}, ...wrong))).toEqual(['name']);
    const later = Object.assign({}, ...wrong.slice(1));
    expect(await problems('PATCH', `location-types/${region.id}/`, later)).toEqual(['nestable']);
  });

  it('permits only what can stand somewhere, and is not mistaken for a rack group', async () => {
    expect(await problems('POST', 'location-types/', { name: 'x', content_types: ['dcim.cable'] })).toEqual([
      'content_types',
    ]);
    for (const name of ['Rack Group', 'rackgroups'])
      expect(await problems('POST', 'location-types/', { name })).toEqual(['name']);
  });

  it('stays while there are locations of it or of a type below it', async () => {
    const region = await aType();
    const site = await aType({ parent: region.id });
    const north = await aLocation({ location_type: region.id });
    const hq = await aLocation({ location_type: site.id, parent: north.id });
    const refused = await plumbline.request('DELETE', `/api/dcim/location-types/${site.id}/`);
    const detail = `Unable to delete object. 1 dependent objects were found: ${hq.name} (${hq.id})`;
    expect([refused.status, refused.body.detail]).toEqual([409, detail]);
    await plumbline.request('DELETE', `/api/dcim/locations/${hq.id}/`);
    expect((await plumbline.request('DELETE', `/api/dcim/location-types/${region.id}/`)).status).toBe(409);
    await plumbline.request('DELETE', `/api/dcim/locations/${north.id}/`);
    expect((await plumbline.request('DELETE', `/api/dcim/location-types/${region.id}/`)).status).toBe(204);
    expect((await plumbline.request('GET', `/api/dcim/location-types/${site.id}/`)).status).toBe(404);
  });
});
