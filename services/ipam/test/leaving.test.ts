import type { TestServices } from '@plumbline/testkit';
import { all, anAddress, aPrefix, make, startIpam } from './sample';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startIpam();
});
afterAll(() => plumbline?.stop());

const namespaceNamed = async (name: string): Promise<string> => (await make(plumbline, 'ipam/namespaces', { name })).id;
const remove = (id: string) => plumbline.request('DELETE', `/api/ipam/prefixes/${id}/`);
const change = (id: string, body: object) => plumbline.request('PATCH', `/api/ipam/prefixes/${id}/`, body);
const parentOf = async (endpoint: string, id: string): Promise<string | null> =>
  (await plumbline.request('GET', `/api/ipam/${endpoint}/${id}/`)).body.parent?.id ?? null;

test('a prefix hands its children and addresses to its parent, both at once', async () => {
  const namespace = await namespaceNamed('handed over');
  const [root, middle, leaf] = await make(plumbline, 'ipam/prefixes', [
    aPrefix('10.0.0.0/8', namespace),
    aPrefix('10.0.0.0/16', namespace),
    aPrefix('10.0.0.0/24', namespace),
  ]);
  const before = leaf.last_updated;
  const address = await make(plumbline, 'ipam/ip-addresses', anAddress('10.0.1.1/24', namespace));
  expect((await remove(middle.id)).status).toBe(204);
  expect(await parentOf('prefixes', leaf.id)).toBe(root.id);
  expect(await parentOf('ip-addresses', address.id)).toBe(root.id);
  expect((await plumbline.request('GET', `/api/ipam/prefixes/${leaf.id}/`)).body.last_updated).toBe(before);
});

test('a root with addresses stays, and says what it holds', async () => {
  const namespace = await namespaceNamed('stays');
  const [root, child] = await make(plumbline, 'ipam/prefixes', [
    aPrefix('10.0.0.0/8', namespace),
    aPrefix('10.0.0.0/24', namespace),
  ]);
  const address = await make(plumbline, 'ipam/ip-addresses', anAddress('10.1.0.1/24', namespace));
  const refused = await remove(root.id);
  expect(refused.status).toBe(409);
  expect(refused.body.detail).toBe(
    `Unable to delete object. 2 dependent objects were found: 10.1.0.1/24 (${address.id}), 10.0.0.0/24 (${child.id})`,
  );
  expect(await parentOf('prefixes', child.id)).toBe(root.id);
  const both = [{ id: child.id }, { id: root.id }];
  expect((await plumbline.request('DELETE', '/api/ipam/prefixes/', both)).status).toBe(409);
  expect((await plumbline.request('DELETE', `/api/ipam/ip-addresses/${address.id}/`)).status).toBe(204);
  expect((await plumbline.request('DELETE', '/api/ipam/prefixes/', both)).status).toBe(204);
  expect(await all(plumbline, 'ipam/prefixes', `&namespace=${namespace}`)).toEqual([]);
});

test('a root with very many addresses counts what it holds and names the first hundred, always the same', async () => {
  const namespace = await namespaceNamed('crowded');
  const root = await make(plumbline, 'ipam/prefixes', aPrefix('10.0.0.0/8', namespace));
  const child = await make(plumbline, 'ipam/prefixes', aPrefix('10.9.0.0/24', namespace));
  const addresses = await make(
    plumbline,
    'ipam/ip-addresses',
    Array.from({ length: 120 }, (_, index) => anAddress(`10.1.0.${index}/24`, namespace)),
  );
  const byId = [...addresses].sort((a, b) => (a.id < b.id ? -1 : 1));
  const named = byId.slice(0, 100).map(({ display, id }) => `${display} (${id})`);
  const detail = `Unable to delete object. 121 dependent objects were found: ${named.join(', ')}`;
  expect((await remove(root.id)).body.detail).toBe(detail);
  const both = await plumbline.request('DELETE', '/api/ipam/prefixes/', [{ id: child.id }, { id: root.id }]);
  expect(both.body.detail).toBe(detail.replace('121', '120'));
});

test('a prefix that moves leaves behind what is no longer in it, and takes on what is', async () => {
  const [namespace, other] = [await namespaceNamed('moves'), await namespaceNamed('moves away')];
  const [root, block, inside, beyond] = await make(plumbline, 'ipam/prefixes', [
    aPrefix('10.0.0.0/8', namespace),
    aPrefix('10.1.0.0/16', namespace),
    aPrefix('10.1.1.0/24', namespace),
    aPrefix('10.2.1.0/24', namespace),
  ]);
  const address = await make(plumbline, 'ipam/ip-addresses', anAddress('10.1.0.1/24', namespace));
  expect((await change(block.id, { prefix: '10.2.0.0/16' })).body.parent.id).toBe(root.id);
  expect(await parentOf('prefixes', inside.id)).toBe(root.id);
  expect(await parentOf('ip-addresses', address.id)).toBe(root.id);
  expect(await parentOf('prefixes', beyond.id)).toBe(block.id);
  // Its own address goes along into another namespace, its children stay.
  const own = await make(plumbline, 'ipam/ip-addresses', anAddress('10.2.0.1/24', namespace));
  expect((await change(block.id, { namespace: other })).body.parent).toBeNull();
  expect(await parentOf('prefixes', beyond.id)).toBe(root.id);
  expect((await all(plumbline, 'ipam/ip-addresses', `&namespace=${other}`)).map(({ id }) => id)).toEqual([own.id]);
  // Nothing else there would hold the address.
  const refused = await change(block.id, { prefix: '10.3.0.0/16' });
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['prefix']]);
  const list = [
    { id: inside.id, prefix: '10.1.2.0/24' },
    { id: block.id, prefix: '10.3.0.0/16' },
  ];
  const each = { headers: { prefer: 'errors=list' } };
  const told = await plumbline.request('PATCH', '/api/ipam/prefixes/', list, each);
  expect([told.status, told.body]).toEqual([400, [{}, { prefix: [expect.stringContaining('10.2.0.1/24')] }]]);
});

test('a prefix does not move to where its addresses are already, and says which', async () => {
  const [here, there, beyond] = [
    await namespaceNamed('met'),
    await namespaceNamed('met there'),
    await namespaceNamed('met beyond'),
  ];
  const [block, other] = await make(plumbline, 'ipam/prefixes', [
    aPrefix('10.0.0.0/8', here),
    aPrefix('10.0.0.0/24', there),
  ]);
  await make(plumbline, 'ipam/ip-addresses', [
    anAddress('10.0.0.1/8', here),
    anAddress('10.0.0.2/8', here),
    anAddress('10.0.0.1/24', there),
  ]);
  const refused = await change(block.id, { namespace: there });
  expect([refused.status, refused.body]).toEqual([
    400,
    { namespace: ['This Namespace already has 1 of its IP addresses: 10.0.0.1/8'] },
  ]);
  // Nobody has them there, until both are.
  const both = [block, other].map(({ id }) => ({ id, namespace: beyond }));
  const met = await plumbline.request('PATCH', '/api/ipam/prefixes/', both);
  expect([met.status, Object.keys(met.body)]).toEqual([400, ['namespace']]);
  // Each leaves for where the other one has been.
  const past = [
    { id: block.id, namespace: there },
    { id: other.id, namespace: here },
  ];
  expect((await plumbline.request('PATCH', '/api/ipam/prefixes/', past)).status).toBe(200);
});

test('an address moves by its parent only, and only to the closest prefix', async () => {
  const [here, there] = [await namespaceNamed('here'), await namespaceNamed('there')];
  const [, closest, target] = await make(plumbline, 'ipam/prefixes', [
    aPrefix('10.0.0.0/8', here),
    aPrefix('10.0.0.0/24', here),
    aPrefix('10.0.0.0/16', there),
  ]);
  const address = await make(plumbline, 'ipam/ip-addresses', anAddress('10.0.0.1/24', here));
  expect(address.parent.id).toBe(closest.id);
  const path = `/api/ipam/ip-addresses/${address.id}/`;
  const patch = (body: object) => plumbline.request('PATCH', path, body);
  expect((await patch({ namespace: there })).body.parent.id).toBe(closest.id);
  expect((await patch({ parent: target.id })).body.parent.id).toBe(target.id);
  expect((await all(plumbline, 'ipam/ip-addresses', `&namespace=${there}`)).length).toBe(1);
  const wide = await plumbline.request('GET', `/api/ipam/prefixes/?namespace=${here}&prefix=10.0.0.0/8`);
  expect((await patch({ parent: wide.body.results[0].id })).body).toEqual({
    parent: [
      '10.0.0.0/8 cannot be assigned as the parent of 10.0.0.1/24.  In namespace here, the expected parent would be 10.0.0.0/24.',
    ],
  });
  expect((await patch({ parent: null })).body).toEqual({
    namespace: ['No suitable parent Prefix exists in this Namespace'],
  });
  expect((await patch({ address: '10.0.0.2/24' })).body).toEqual({
    address: ['Host address cannot be changed once created'],
  });
  expect((await patch({ address: '10.0.0.1/30' })).body).toMatchObject({ address: '10.0.0.1/30', mask_length: 30 });
});
