import type { TestServices } from '@plumbline/testkit';
import { all, anAddress, aPrefix, make, startIpam } from './sample';

let plumbline: TestServices;
let elsewhere: { id: string };
beforeAll(async () => {
  plumbline = await startIpam({ databasePoolSize: 10 });
  elsewhere = await make(plumbline, 'ipam/namespaces', { name: 'elsewhere' });
});
afterAll(() => plumbline?.stop());

const global = () => all(plumbline, 'ipam/namespaces', '&name=Global');

/** Takes the global namespace away, with all that is in it. */
async function removeGlobal(): Promise<void> {
  for (const endpoint of ['ipam/prefixes', 'ipam/vrfs'])
    for (const { id } of await all(plumbline, endpoint, '&namespace=Global'))
      expect((await plumbline.request('DELETE', `/api/${endpoint}/${id}/`)).status).toBe(204);
  const [{ id }] = (await global()) as [{ id: string }];
  expect((await plumbline.request('DELETE', `/api/ipam/namespaces/${id}/`)).status).toBe(204);
}

beforeEach(removeGlobal);
afterEach(() => make(plumbline, 'ipam/vrfs', { name: 'brings it back', rd: null }));

const created = (endpoint: string, body: object) => async () =>
  (await make(plumbline, endpoint, body)).namespace.id as string;
const replaced = (endpoint: string, before: object, body: object) => async () => {
  const { id } = await make(plumbline, endpoint, { ...before, namespace: elsewhere.id });
  const answer = await plumbline.request('PUT', `/api/${endpoint}/${id}/`, body);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body.namespace.id as string;
};
const aBlock = (prefix: string) => ({ prefix, status: 'Active' });
const aVrf = (name: string) => ({ name, rd: null });

test.each([
  ['a new prefix', created('ipam/prefixes', aBlock('99.0.0.0/8'))],
  ['a new VRF', created('ipam/vrfs', aVrf('x'))],
  ['a replaced prefix', replaced('ipam/prefixes', aBlock('98.0.0.0/8'), aBlock('98.0.0.0/8'))],
  ['a replaced VRF', replaced('ipam/vrfs', aVrf('y'), aVrf('y'))],
])('the global namespace is back when %s is to be in it', async (_, namespaceOf) => {
  const namespace = await namespaceOf();
  expect(await global()).toMatchObject([{ id: namespace, name: 'Global' }]);
});

test('it is back once, however many want it at the same moment', async () => {
  const bodies = Array.from({ length: 8 }, (_, index) => aBlock(`99.${index}.0.0/16`));
  const answers = await Promise.all(bodies.map((body) => plumbline.request('POST', '/api/ipam/prefixes/', body)));
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201));
  const [only] = (await global()) as [{ id: string }];
  expect(answers.map(({ body }) => body.namespace.id)).toEqual(bodies.map(() => only.id));
});

test('it is not back for the asking, nor when nothing came of what wanted it', async () => {
  const named = await plumbline.request('POST', '/api/ipam/prefixes/', aPrefix('99.0.0.0/8', 'Global'));
  expect([named.status, Object.keys(named.body)]).toEqual([400, ['namespace']]);
  expect((await plumbline.request('POST', '/api/ipam/prefixes/', { prefix: '99.0.0.0/8' })).status).toBe(400);
  expect(await global()).toEqual([]);
  const listed = await plumbline.request('POST', '/api/ipam/prefixes/', [
    aPrefix('99.0.0.0/8', 'Global'),
    aBlock('99.1.0.0/16'),
  ]);
  expect(listed.status).toBe(201);
});

test('an address taken from its parent is looked for a place there, and finds none', async () => {
  await make(plumbline, 'ipam/prefixes', aPrefix('97.0.0.0/8', elsewhere.id));
  const { id } = await make(plumbline, 'ipam/ip-addresses', anAddress('97.0.0.1/8', elsewhere.id));
  expect((await plumbline.request('PATCH', `/api/ipam/ip-addresses/${id}/`, { parent: null })).body).toEqual({
    namespace: ['No suitable parent Prefix exists in this Namespace'],
  });
});
