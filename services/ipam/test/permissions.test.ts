import { randomUUID } from 'node:crypto';
import type { TestServices } from '@plumbline/testkit';
import { aPrefix, aUser, make, startIpam } from './sample';

let plumbline: TestServices;
let prefix: { id: string };
beforeAll(async () => {
  plumbline = await startIpam();
  const { id: namespace } = await make(plumbline, 'ipam/namespaces', { name: 'guarded' });
  prefix = await make(plumbline, 'ipam/prefixes', aPrefix('10.0.0.0/24', namespace, { description: 'mine' }));
});
afterAll(() => plumbline?.stop());

const ips = (method: string, as: ReturnType<typeof aUser>, body?: unknown) =>
  plumbline.request(method, `/api/ipam/prefixes/${prefix.id}/available-ips/`, body, { as });
const blocks = (method: string, as: ReturnType<typeof aUser>, body?: unknown) =>
  plumbline.request(method, `/api/ipam/prefixes/${prefix.id}/available-prefixes/`, body, { as });

test('seeing free addresses takes both views, taking one takes leave to add it', async () => {
  const seesPrefixes = aUser({ 'ipam.prefix': { view: [{}] } });
  expect((await ips('GET', seesPrefixes)).status).toBe(403);
  const sees = aUser({ 'ipam.prefix': { view: [{}] }, 'ipam.ipaddress': { view: [{}] } });
  expect((await ips('GET', sees)).status).toBe(200);
  expect((await ips('POST', sees, { status: 'Active' })).status).toBe(403);
  const seesOthers = aUser({
    'ipam.prefix': { view: [{ description: 'not mine' }] },
    'ipam.ipaddress': { view: [{}], add: [{}] },
  });
  expect((await ips('POST', seesOthers, { status: 'Active' })).status).toBe(404);
  const adds = aUser({ 'ipam.prefix': { view: [{}] }, 'ipam.ipaddress': { add: [{ dns_name: 'ok' }] } });
  expect((await ips('POST', adds, { status: 'Active', dns_name: 'ok' })).status).toBe(201);
  expect((await ips('POST', adds, { status: 'Active', dns_name: 'other' })).status).toBe(403);
});

test('taking a block takes leave to add to its prefix, and what is made must be allowed too', async () => {
  const body = (description: string) => ({ status: 'Active', prefix_length: 28, description });
  expect((await blocks('POST', aUser({ 'ipam.prefix': { view: [{}] } }), body('mine'))).status).toBe(403);
  const others = aUser({ 'ipam.prefix': { add: [{ description: 'not mine' }] } });
  expect((await blocks('POST', others, body('mine'))).status).toBe(404);
  const own = aUser({ 'ipam.prefix': { add: [{ description: 'mine' }] } });
  expect((await blocks('POST', own, body('mine'))).status).toBe(201);
  expect((await blocks('POST', own, body('not mine'))).status).toBe(403);
});

test('what one may do to addresses is asked before which prefix they are of', async () => {
  const urlOf = (id: string) => `/api/ipam/prefixes/${id}/available-ips/`;
  const outcome = async (as: ReturnType<typeof aUser>, id = prefix.id) => [
    (await plumbline.request('GET', urlOf(id), undefined, { as })).status,
    (await plumbline.request('POST', urlOf(id), { status: 'Active' }, { as })).status,
  ];
  expect(await outcome(aUser({ 'ipam.ipaddress': { view: [{}], add: [{}] } }))).toEqual([404, 404]);
  const seesOthers = aUser({ 'ipam.prefix': { view: [{ description: 'not mine' }] } });
  expect(await outcome(seesOthers)).toEqual([403, 403]);
  expect(await outcome(aUser({ 'ipam.prefix': { view: [{}] } }), randomUUID())).toEqual([403, 403]);
  expect(
    await outcome(aUser({ 'ipam.prefix': { view: [{}] }, 'ipam.ipaddress': { view: [{}], add: [{}] } }), randomUUID()),
  ).toEqual([404, 404]);
});

test('what is not done there is refused to those who may not do it, and unknown to the others', async () => {
  const nobody = aUser({});
  const changes = aUser({ 'ipam.ipaddress': { change: [{}] }, 'ipam.prefix': { delete: [{}] } });
  expect((await ips('PUT', nobody, {})).status).toBe(403);
  expect((await ips('PUT', changes, {})).status).toBe(405);
  expect((await ips('DELETE', changes)).status).toBe(403);
  expect((await blocks('DELETE', nobody)).status).toBe(403);
  expect((await blocks('DELETE', changes)).status).toBe(405);
  expect((await blocks('PUT', changes, {})).status).toBe(403);
});

test('addresses may be limited to a network, whatever the columns are called', async () => {
  const inside = aUser({ 'ipam.prefix': { view: [{ network__net_contained: '10.0.0.0/8' }] } });
  const outside = aUser({ 'ipam.prefix': { view: [{ network__net_contained: '11.0.0.0/8' }] } });
  const path = `/api/ipam/prefixes/${prefix.id}/`;
  expect((await plumbline.request('GET', path, undefined, { as: inside })).status).toBe(200);
  expect((await plumbline.request('GET', path, undefined, { as: outside })).status).toBe(404);
});
