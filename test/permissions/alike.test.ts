import type { Identity } from '@plumbline/http';
import { aUser, expectStatus, settled, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';

let plumbline: TestServices;
let admin: Identity;
beforeAll(async () => {
  plumbline = await startEveryService();
  admin = await signedIn(plumbline, superuser.apiToken);
});
afterAll(() => plumbline?.stop());

const make = async (path: string, body: object) =>
  expectStatus(await plumbline.request('POST', `/api/${path}/`, body), 201).body;

const names = Array.from({ length: 40 }, (_, place) => `n${place}`);
const last = names.at(-1)!;

/** Devices of these names, each with an interface, at a location, with a tenant and a tag of its own, all called alike. */
async function aWorld(): Promise<void> {
  const type = await make('dcim/location-types', { name: 'type', content_types: ['dcim.device'] });
  const { id: manufacturer } = await make('dcim/manufacturers', { name: 'maker' });
  const { id: device_type } = await make('dcim/device-types', { model: 'model', manufacturer });
  const { id: role } = await make('extras/roles', { name: 'role', content_types: ['dcim.device'] });
  const all = (path: string, body: (name: string, place: number) => object) => make(path, names.map(body) as object);
  const locations = await all('dcim/locations', (name) => ({ name, location_type: type.id, status: 'Active' }));
  const tenants = await all('tenancy/tenants', (name) => ({ name }));
  const tags = await all('extras/tags', (name) => ({ name, content_types: ['dcim.device', 'dcim.interface'] }));
  const devices = await all('dcim/devices', (name, place) => ({
    ...{ name, device_type, role, status: 'Active', local_config_context_data: { site: name } },
    ...{ location: locations[place].id, tenant: tenants[place].id, tags: [tags[place].id] },
  }));
  await all('dcim/interfaces', (name, place) => ({
    ...{ device: devices[place].id, name, type: '1000base-t', status: 'Active', tags: [tags[place].id] },
  }));
}
beforeAll(aWorld);

/** Constraints alike, one for each of the names; what somebody sees of devices who has them all, and what that costs. */
async function seen(constraints: object[]) {
  const as = await aUser(
    plumbline,
    admin,
    constraints.map((each) => ({ object_types: ['dcim.device'], actions: ['view'], constraints: each })),
  );
  const look = () => plumbline.request('GET', '/api/dcim/devices/?limit=0', undefined, { as, recorded: true });
  expectStatus(await look(), 200);
  const { body, cost, statements } = await settled(look);
  const found: string[] = body.results.map(({ display }: { display: string }) => display);
  return { found: found.toSorted(), cost, texts: statements.map(({ text }) => text).toSorted() };
}

describe('Alternatives that differ in a value alone are asked for together', () => {
  test.each<[string, (name: string) => object]>([
    ['a column', (name) => ({ name })],
    ['a list of values', (name) => ({ name__in: [name] })],
    ['a column of an object of this service', (name) => ({ location__name: name })],
    ['a column of an object of another', (name) => ({ tenant__name: name })],
    ['one of many objects of another', (name) => ({ tags__name: name })],
    ['one of many that refer to it', (name) => ({ interfaces__name: name })],
    ['one of those and what it refers to', (name) => ({ interfaces__tags__name: name })],
    ['any of these', (name) => (Number(name.slice(1)) % 2 ? { name } : { tags__name: name })],
  ])('by %s', async (_, constraint) => {
    const few = await seen(names.slice(-5).map(constraint));
    const many = await seen(names.slice(-37).map(constraint));
    expect([few.found, many.found]).toEqual([names.slice(-5).toSorted(), names.slice(-37).toSorted()]);
    expect(many.cost).toEqual(few.cost);
    expect(many.texts).toEqual(few.texts);
  });
});

describe('Alternatives mean what each means by itself:', () => {
  test.each<[string, object[], string[]]>([
    ['values that nothing has', [{ name: 'n0' }, { name: ['n1'] }, { name: { n: 2 } }, { name: 5 }], ['n0']],
    ['no value', [{ tenant__name: null }, { tenant__name: 'n1' }, { tenant__name: 'n2' }], ['n1', 'n2']],
    ['a list of nothing', [{ name__in: [] }, { name__in: ['n3', null] }], ['n3']],
    [
      'keys of JSON',
      [{ local_config_context_data__site: 'n4' }, { local_config_context_data__site: 'n5' }],
      ['n4', 'n5'],
    ],
    ['look-ups of several sorts', [{ tags__name__iexact: 'N6' }, { tags__name__regex: '^n7$' }], ['n6', 'n7']],
    [
      'two at once',
      [
        { name: last, tags__name: 'n8' },
        { name: 'n9', tags__name: 'n9' },
      ],
      ['n9'],
    ],
    ['what does not exist', [{ nothing: 'n0' }, { name: last }], [last]],
  ])('%s', async (_, constraints, found) => {
    expect((await seen(constraints)).found).toEqual(found);
  });
});
