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

let plumbline: TestServices;
let hall: Body;
let bare: Body;
beforeAll(async () => {
  plumbline = await startTestServices(
    [{ app: 'extras', models: [Status] }, dcimService],
    {},
    { contentTypes, contentTypeNames },
  );
  const content_types = ['dcim.location', 'dcim.rack'];
  await plumbline.request('POST', '/api/extras/statuses/', { name: 'Active', content_types });
  hall = await make('location-types', { name: 'hall', nestable: true, content_types: ['dcim.rack', 'dcim.rackgroup'] });
  bare = await make('location-types', { name: 'bare', parent: hall.id, content_types: ['dcim.rackgroup'] });
});
afterAll(() => plumbline?.stop());

type Body = TestAnswer['body'];

const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`;
async function make(endpoint: string, body: object): Promise<Body> {
  const answer = await plumbline.request('POST', `/api/dcim/${endpoint}/`, body);
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return answer.body;
}
const aLocation = (body: object = {}) =>
  make('locations', { name: unique('place'), location_type: hall.id, status: 'Active', ...body });
const aGroup = (location: Body, body: object = {}) =>
  make('rack-groups', { name: unique('group'), location: location.id, ...body });
const aRack = (location: Body, body: object = {}) =>
  make('racks', { name: unique('rack'), location: location.id, status: 'Active', ...body });
const read = async (endpoint: string, { id }: Body): Promise<Body> =>
  (await plumbline.request('GET', `/api/dcim/${endpoint}/${id}/`)).body;
const change = (endpoint: string, { id }: Body, body: object) =>
  plumbline.request('PATCH', `/api/dcim/${endpoint}/${id}/`, body);
const elevation = async ({ id }: Body, query = '') =>
  plumbline.request('GET', `/api/dcim/racks/${id}/elevation/${query}`);

describe('rack groups', () => {
  it('are each followed by what is inside, though others have the same name', async () => {
    const [name, inner, renamed] = [unique('row'), unique('cage'), unique('aisle')];
    const rows = [];
    for (const place of [await aLocation(), await aLocation(), await aLocation()]) {
      const row = await aGroup(place, { name });
      await aGroup(place, { name: inner, parent: row.id });
      rows.push(row);
    }
    const walked = async () => {
      const { results } = (await plumbline.request('GET', '/api/dcim/rack-groups/?limit=0')).body as Body;
      const own = (results as Body[]).filter((group) => [name, inner, renamed].includes(group.name));
      return own.map((group, index) => (group.name === inner ? group.parent.id === own[index - 1]?.id : 'a row'));
    };
    const eachRowAndWhatIsInside = rows.flatMap(() => ['a row', true]);
    expect(await walked()).toEqual(eachRowAndWhatIsInside);
    // Those below are brought in line with them.
    for (const row of rows) await change('rack-groups', row, { name: renamed });
    expect(await walked()).toEqual(eachRowAndWhatIsInside);
  });
});

describe('a rack group that changes', () => {
  it('takes along, when it moves, what would be left elsewhere, and nothing else', async () => {
    const [here, there] = [await aLocation(), await aLocation()];
    const inside = await aLocation({ parent: there.id });
    const outer = await aGroup(here);
    const left = await aGroup(here, { parent: outer.id });
    const deeper = await aGroup(here, { parent: left.id });
    const [rack, deepRack] = [
      await aRack(here, { rack_group: outer.id }),
      await aRack(here, { rack_group: deeper.id }),
    ];
    const [alone, stranger] = [await aRack(here), await aGroup(here)];
    expect((await change('rack-groups', outer, { location: there.id })).status).toBe(200);
    for (const group of [left, deeper]) expect((await read('rack-groups', group)).location.id).toBe(there.id);
    for (const each of [rack, deepRack]) expect((await read('racks', each)).location.id).toBe(there.id);
    expect((await read('racks', alone)).location.id).toBe(here.id);
    expect((await read('rack-groups', stranger)).location.id).toBe(here.id);

    const kept = await aRack(inside, { rack_group: outer.id });
    expect((await change('rack-groups', outer, { description: 'x' })).status).toBe(200);
    expect((await read('racks', kept)).location.id).toBe(inside.id);
  });

  it('fetches what was left elsewhere by a move of a location below, whatever is changed', async () => {
    const [here, there] = [await aLocation(), await aLocation()];
    const inside = await aLocation({ parent: here.id });
    const outer = await aGroup(here);
    const inner = await aGroup(inside, { parent: outer.id });
    const rack = await aRack(inside, { rack_group: outer.id });
    expect((await change('locations', inside, { parent: there.id })).status).toBe(200);
    expect((await read('racks', rack)).location.id).toBe(inside.id);
    expect((await change('rack-groups', outer, { description: 'x' })).status).toBe(200);
    expect((await read('rack-groups', inner)).location.id).toBe(here.id);
    expect((await read('racks', rack)).location.id).toBe(here.id);
  });

  it('moves together with groups inside it, or comes to be inside one that moves, in one request', async () => {
    const [here, there, elsewhere] = [await aLocation(), await aLocation(), await aLocation()];
    const outer = await aGroup(here);
    const [inner, joining] = [await aGroup(here, { parent: outer.id }), await aGroup(there)];
    const sent = (...changes: object[]) => plumbline.request('PATCH', '/api/dcim/rack-groups/', changes);
    const outerMoves = { id: outer.id, location: there.id };
    const refused = await sent(outerMoves, { id: inner.id, location: elsewhere.id });
    expect([refused.status, Object.keys(refused.body as Body)]).toEqual([400, ['location']]);
    const moves = [outerMoves, { id: inner.id, location: there.id }, { id: joining.id, parent: outer.id }];
    expect((await sent(...moves)).status).toBe(200);
    for (const group of [outer, inner, joining]) expect((await read('rack-groups', group)).location.id).toBe(there.id);
    expect((await sent({ id: inner.id, description: 'x' }, { id: outer.id, location: here.id })).status).toBe(200);
    for (const group of [inner, joining]) expect((await read('rack-groups', group)).location.id).toBe(here.id);
  });

  it('is where what is around it goes, though the group between them is not named', async () => {
    const [here, there] = [await aLocation(), await aLocation()];
    const below = await aLocation({ parent: here.id });
    const outer = await aGroup(here);
    const between = await aGroup(here, { parent: outer.id });
    const inner = await aGroup(here, { parent: between.id });
    const sent = (...changes: object[]) => plumbline.request('PATCH', '/api/dcim/rack-groups/', changes);
    const outerMoves = { id: outer.id, location: there.id };
    const lost = await sent(outerMoves, { id: inner.id, location: below.id });
    expect([lost.status, Object.keys(lost.body as Body)]).toEqual([400, ['location']]);
    expect((await sent(outerMoves, { id: inner.id, location: there.id })).status).toBe(200);
    for (const group of [outer, between, inner]) expect((await read('rack-groups', group)).location.id).toBe(there.id);
  });

  it('stays when its racks may not stand where it goes', async () => {
    const here = await aLocation();
    const wrong = await aLocation({ location_type: bare.id, parent: here.id });
    const group = await aGroup(here);
    const rack = await aRack(here, { rack_group: group.id });
    const answer = await change('rack-groups', group, { location: wrong.id });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['location']]);
    expect((await read('racks', rack)).location.id).toBe(here.id);
  });
});

describe('a rack', () => {
  it('is unique in its group, and only there', async () => {
    const here = await aLocation();
    const group = await aGroup(here);
    const body = { name: 'a', status: 'Active', location: here.id };
    await make('racks', body);
    const free = await make('racks', body);
    await make('racks', { ...body, rack_group: group.id });
    const again = await plumbline.request('POST', '/api/dcim/racks/', { ...body, rack_group: group.id });
    expect(Object.keys(again.body)).toEqual(['non_field_errors']);
    expect(Object.keys((await change('racks', free, { rack_group: group.id })).body)).toEqual(['non_field_errors']);
  });

  it('is not what a name means that another has, too, for whoever reads or writes', async () => {
    const name = unique('rack').replaceAll(' ', '-');
    for (const place of [await aLocation(), await aLocation()]) await aRack(place, { name });
    for (const [method, body] of [['GET'], ['PATCH', { comments: 'a' }], ['PUT', {}], ['DELETE']] as const)
      expect([method, (await plumbline.request(method, `/api/dcim/racks/${name}/`, body)).status]).toEqual([
        method,
        404,
      ]);
    expect((await plumbline.request('GET', `/api/dcim/racks/?name=${name}&comments=`)).body.count).toBe(2);
  });

  it('keeps no unit of dimensions it does not have', async () => {
    const here = await aLocation();
    const rack = await aRack(here, { outer_unit: 'mm' });
    expect(rack.outer_unit).toBeNull();
    const measured = await change('racks', rack, { outer_width: 600, outer_unit: 'mm' });
    expect(measured.body.outer_unit).toEqual({ value: 'mm', label: 'Millimeters' });
    expect((await change('racks', rack, { outer_width: null })).body.outer_unit).toBeNull();
    expect(Object.keys((await change('racks', rack, { outer_width: 1 })).body)).toEqual(['__all__']);
  });

  it('is listed in natural order', async () => {
    const here = await aLocation();
    for (const name of ['r10', 'r9', 'r1']) await aRack(here, { name });
    const { body } = await plumbline.request('GET', `/api/dcim/racks/?location=${here.id}`);
    expect(body.results.map(({ name }: Body) => name)).toEqual(['r1', 'r9', 'r10']);
  });

  it('shows its units a page at a time, from the top or from the bottom', async () => {
    const here = await aLocation();
    const rack = await aRack(here, { u_height: 12 });
    const units = async (query?: string) => (await elevation(rack, query)).body.results.map(({ id }: Body) => id);
    expect(await units()).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await units('?q=U1')).toEqual([12, 11, 10, 1]);
    const page = (await elevation(rack, '?limit=3&offset=1&face=rear')).body;
    expect(page.results[0]).toEqual({ id: 11, name: 'U11', face: { value: 'rear', label: 'Rear' }, occupied: false });
    expect([page.count, page.results.length, page.next.endsWith('limit=3&offset=4')]).toEqual([12, 3, true]);
    await change('racks', rack, { desc_units: true });
    expect(await units('?limit=2')).toEqual([1, 2]);
    const wrong = await elevation(rack, '?face=left&exclude=x&include_images=maybe&unit_width=wide&render=png');
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body).sort()).toEqual(['exclude', 'face', 'include_images', 'render', 'unit_width']);
    const empty =
      '?face=&render=&exclude=&expand_devices=&unit_width=&unit_height=&legend_width=&include_images=&display_fullname=';
    for (const query of [empty, '?unit_width=0&unit_height=100000&legend_width=-1'])
      expect((await elevation(rack, query)).body.count).toBe(12);
  });
});

describe('a device type', () => {
  it('of devices in bays takes no units', async () => {
    const maker = await make('manufacturers', { name: unique('maker') });
    const body = { manufacturer: maker.id, model: 'blade', subdevice_role: 'child' };
    const refused = await plumbline.request('POST', '/api/dcim/device-types/', body);
    expect(Object.keys(refused.body)).toEqual(['u_height']);
    const blade = await make('device-types', { ...body, u_height: 0 });
    expect(blade.display).toBe(`${maker.name} blade`);
    const kept = await plumbline.request('DELETE', `/api/dcim/manufacturers/${maker.id}/`);
    expect([kept.status, kept.body.detail]).toEqual([409, expect.stringMatching(`found: blade \\(${blade.id}\\)$`)]);
    const pictured = await change('device-types', blade, { front_image: 'x' });
    expect(Object.keys(pictured.body)).toEqual(['front_image']);
  });
});
