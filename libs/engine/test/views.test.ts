import { bare, defineModel, f } from '@plumbline/model';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { system } from '../src/core/scope';
import type { View } from '../src/core/service';

const Crate = defineModel('ipam.crate', {
  endpoint: 'crates',
  traits: [bare],
  fields: { name: f.text(50).unique() },
});

const done = async () => ({ status: 200, body: {} });
const views: View[] = [
  { name: 'writes', methods: { GET: done, POST: done, PATCH: done } },
  { name: 'asks', onlyReads: true, methods: { POST: done } },
];

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([{ app: 'ipam', models: [Crate], views }]);
});
afterAll(() => plumbline?.stop());

test('a token that may only read writes at no endpoint of its own', async () => {
  const reader = { ...system, userId: crypto.randomUUID(), writeEnabled: false };
  const status = async (method: string, name: string, as = reader) =>
    (await plumbline.request(method, `/api/ipam/${name}/`, method === 'GET' ? undefined : {}, { as })).status;
  for (const method of ['GET', 'OPTIONS']) expect(await status(method, 'writes')).toBe(200);
  for (const method of ['POST', 'PATCH']) {
    expect(await status(method, 'writes')).toBe(403);
    expect(await status(method, 'writes', { ...reader, userId: crypto.randomUUID(), writeEnabled: true })).toBe(200);
  }
  expect(await status('POST', 'asks')).toBe(200);
});
