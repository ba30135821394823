import { type Shown, type Site, startSite } from './site';

let site: Site;
let device: Shown;
let cable: Shown;
beforeAll(async () => {
  site = await startSite();
  await site.make('dcim/location-types', { name: 'Store', content_types: ['dcim.device', 'virtualization.cluster'] });
  await site.make('dcim/location-types', { name: 'Yard', content_types: ['virtualization.cluster'] });
  for (const location_type of ['Store', 'Yard'])
    await site.make('dcim/locations', { name: `the ${location_type}`, location_type, status: 'Active' });
  device = await site.aDevice('leaf 1');
  const port = { device: device.id, type: '1000base-t', status: 'Active' };
  const [one, other] = await site.make('dcim/interfaces', [
    { ...port, name: 'a' },
    { ...port, name: 'b' },
  ]);
  cable = await site.make('dcim/cables', {
    termination_a_type: 'dcim.interface',
    termination_a_id: one.id,
    termination_b_type: 'dcim.interface',
    termination_b_id: other.id,
    status: 'Connected',
  });
});
afterAll(() => site?.stop());

const page = async (path: string) => {
  const { status, body } = await site.send('GET', path);
  return status === 200 ? [body.count, body.results.length] : body;
};

test('one object by its id, and a page beyond it', async () => {
  expect(await page(`dcim/devices/?id=${device.id}`)).toEqual([1, 1]);
  expect(await page(`dcim/devices/?id=${device.id}&offset=1`)).toEqual([1, 0]);
});

test('content types that are asked for by a generated look-up must all hold', async () => {
  const both = (list: string, parameter: string, ...values: string[]) =>
    page(`dcim/${list}/?${values.map((value) => `${parameter}=${value}`).join('&')}`);
  const types = ['dcim.device', 'virtualization.cluster'];
  expect(await both('locations', 'content_type', ...types)).toEqual([1, 1]);
  expect(await both('locations', 'content_type__n', ...types)).toEqual([1, 1]);
  expect(await both('locations', 'content_type__n', types[1]!)).toEqual([2, 2]);
  expect(await both('location-types', 'content_types__n', ...types)).toEqual([1, 1]);
  expect(await both('cables', 'termination_a_type', 'dcim.interface', 'dcim.powerport')).toEqual([1, 1]);
  expect(await both('cables', 'termination_a_type__n', 'dcim.interface', 'dcim.powerport')).toEqual([0, 0]);
  expect(await both('cables', 'termination_a_type__n', 'dcim.interface', 'dcim.interface')).toEqual([1, 1]);
  expect(await page(`dcim/cables/?id=${cable.id}&termination_b_type__n=dcim.powerport`)).toEqual([0, 0]);
});

test('an empty value is none, but names no choice and no object', async () => {
  for (const [name, query] of [
    ['face', 'face='],
    ['face', 'face=&face=front'],
    ['status', 'status='],
    ['tenant', 'tenant=&tenant=null'],
  ] as const)
    expect(await page(`dcim/devices/?${query}`)).toEqual({
      [name]: ['Select a valid choice.  is not one of the available choices.'],
    });
  expect(await page('dcim/devices/?name=&name=leaf%201')).toEqual([1, 1]);
  expect(await page('dcim/devices/?q=nothing&q=')).toEqual([1, 1]);
  expect(await page('dcim/devices/?has_primary_ip=true&has_primary_ip=')).toEqual([1, 1]);
});

test('blanks are looked for as they are', async () => {
  expect(await page('dcim/locations/?q=the%20')).toEqual([2, 2]);
  expect(await page('dcim/locations/?q=%20')).toEqual([2, 2]);
  expect(await page('dcim/locations/?q=%20%20')).toEqual([0, 0]);
});

test('no location lies below none', async () => {
  expect(await page('dcim/locations/?subtree=null')).toEqual({
    subtree: ['Select a valid choice. null is not one of the available choices.'],
  });
});
