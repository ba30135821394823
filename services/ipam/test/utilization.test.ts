import { randomUUID } from 'node:crypto';
import type { TestServices } from '@plumbline/testkit';
import { aPrefix, aUser, make, startIpam } from './sample';

let plumbline: TestServices;
let namespace: string;
beforeAll(async () => {
  plumbline = await startIpam();
  namespace = (await make(plumbline, 'ipam/namespaces', { name: 'measured' })).id;
});
afterAll(() => plumbline?.stop());

const ask = (ids: string[], as?: ReturnType<typeof aUser>) =>
  plumbline.request(
    'GET',
    `/api/ipam/prefix-utilization/?${ids.map((id) => `id=${id}`).join('&')}`,
    undefined,
    as ? { as } : {},
  );
const prefix = (block: string, fields: object = {}) =>
  make(plumbline, 'ipam/prefixes', aPrefix(block, namespace, fields));

test('what is inside, and addresses beside that, fill a prefix', async () => {
  const container = await prefix('10.0.0.0/24', { type: 'container' });
  const network = await prefix('10.0.0.0/28');
  const six = await prefix('2001:db8::/32', { type: 'container' });
  await prefix('2001:db8::/33');
  for (const host of [1, 2, 200])
    await make(plumbline, 'ipam/ip-addresses', { address: `10.0.0.${host}/24`, namespace, status: 'Active' });
  const { status, body } = await ask([container.id, network.id, six.id]);
  expect(status).toBe(200);
  const byId = new Map((body as { id: string }[]).map((one) => [one.id, one]));
  expect(byId.get(container.id)).toMatchObject({ utilization: 17 / 256, prefix_count: 1, ip_address_count: 1 });
  // Neither the network's own address nor that of all its hosts is for a host.
  expect(byId.get(network.id)).toMatchObject({ utilization: 2 / 14, prefix_count: 0, ip_address_count: 2 });
  expect(byId.get(six.id)).toMatchObject({ utilization: 0.5, prefix_count: 1 });
  const below = await plumbline.request('GET', `/api/ipam/prefix-utilization/?parent=${container.id}`);
  expect(below.body).toEqual([byId.get(network.id)]);
  const outermost = await plumbline.request('GET', '/api/ipam/prefix-utilization/?parent=null');
  expect(outermost.body).toEqual(expect.arrayContaining([byId.get(container.id), byId.get(six.id)]));
  expect(outermost.body).not.toContainEqual(byId.get(network.id));
});

test('only prefixes that one may view are answered, and ids that mean nothing are refused', async () => {
  const mine = await prefix('10.1.0.0/24', { description: 'mine' });
  const other = await prefix('10.2.0.0/24');
  const sees = aUser({ 'ipam.prefix': { view: [{ description: 'mine' }] } });
  expect((await ask([mine.id, other.id, randomUUID()], sees)).body).toMatchObject([{ id: mine.id }]);
  expect((await ask([mine.id], aUser({}))).status).toBe(403);
  expect(await ask(['x'])).toMatchObject({ status: 400, body: { id: ['"x" is not an id.'] } });
  expect((await ask([])).body).toEqual([]);
  expect((await ask(Array.from({ length: 101 }, () => mine.id))).status).toBe(400);
});

test('of many prefixes in one as many are told of as a page has at most, in the order of their list', async () => {
  const around = await prefix('10.128.0.0/9', { type: 'container' });
  const inside = Array.from({ length: 1_001 }, (_, n) => `10.${128 + (n >> 8)}.${n & 255}.0/24`);
  const made = await make(
    plumbline,
    'ipam/prefixes',
    inside.map((block) => aPrefix(block, namespace)),
  );
  const { body } = await plumbline.request('GET', `/api/ipam/prefix-utilization/?parent=${around.id}`);
  const told = (body as { id: string }[]).map(({ id }) => id).sort();
  expect(told).toEqual(
    made
      .slice(0, 1_000)
      .map(({ id }: { id: string }) => id)
      .sort(),
  );
});

test('the fullest are found among all that one may view, without what is full on purpose', async () => {
  const full = await prefix('10.3.0.0/28', { description: 'mine' });
  const half = await prefix('10.3.0.16/28');
  await prefix('10.3.0.32/32');
  const address = (host: number) => ({ address: `10.3.0.${host}/28`, namespace, status: 'Active' });
  for (let host = 1; host <= 12; host += 1) await make(plumbline, 'ipam/ip-addresses', address(host));
  for (let host = 17; host <= 23; host += 1) await make(plumbline, 'ipam/ip-addresses', address(host));
  await make(plumbline, 'ipam/ip-addresses', address(32));
  const found = async (share: string, as?: ReturnType<typeof aUser>) =>
    plumbline.request('GET', `/api/ipam/prefix-utilization/?at_least=${share}`, undefined, as ? { as } : {});
  const ids = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id);
  expect(ids(await found('0.8'))).toEqual([full.id]);
  expect(ids(await found('0.5'))).toEqual(expect.arrayContaining([full.id, half.id]));
  expect(ids(await found('0', aUser({ 'ipam.prefix': { view: [{ description: 'mine' }] } })))).toContain(full.id);
  expect((await found('0.8', aUser({ 'ipam.prefix': { view: [{ description: 'nobody' }] } }))).body).toEqual([]);
  const seen = async (...view: Record<string, unknown>[]) =>
    ids(await found('0.5', aUser({ 'ipam.prefix': { view } })));
  expect(await seen({ description__regex: '^min' })).toEqual([full.id]);
  expect(await seen({ namespace__name: 'measured' })).toEqual(expect.arrayContaining([full.id, half.id]));
  expect(await seen({ namespace__name: 'Global' })).toEqual([]);
  expect((await found('0.8', aUser({}))).status).toBe(403);
  for (const share of ['2', '%20'])
    expect(await found(share)).toMatchObject({ status: 400, body: { at_least: ['Enter a number from 0 to 1.'] } });
});

test('the outermost prefixes are those of the namespaces that are named', async () => {
  const other = await make(plumbline, 'ipam/namespaces', { name: 'zz beside' });
  const { id } = await make(plumbline, 'ipam/prefixes', aPrefix('10.0.0.0/8', other.id, { type: 'container' }));
  for (const named of [other.id, 'zz%20beside']) {
    const { body } = await plumbline.request('GET', `/api/ipam/prefix-utilization/?parent=null&namespace=${named}`);
    expect((body as { id: string }[]).map((one) => one.id)).toEqual([id]);
  }
});
