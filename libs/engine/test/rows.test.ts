import { setFlagsFromString } from 'node:v8';
import { bare, defineModel, f, type Row } from '@plumbline/model';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { systemScope } from '../src/core/scope';
import { unitOfWork as workOf } from '../src/core/unitOfWork';
import { load } from '../src/plan/load';
import { showTexts } from '../src/render/render';

const Owner = defineModel('tenancy.owner', {
  endpoint: 'owners',
  traits: [bare],
  fields: { name: f.text(50).unique() },
});
const sides = Array.from({ length: 9 }, (_, side) => `side_${side}`);
const Crate = defineModel('ipam.crate', {
  endpoint: 'crates',
  traits: [bare],
  fields: {
    name: f.text(50).unique(),
    ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`note_${at}`, f.text(50).optional()])),
    ...Object.fromEntries(sides.map((name) => [name, f.ref('tenancy.owner')])),
  },
  naturalKey: ['name', ...sides.map((name) => `${name}.name`)],
});

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([
    { app: 'tenancy', models: [Owner] },
    { app: 'ipam', models: [Crate] },
  ]);
  const { body: owner } = await plumbline.request('POST', '/api/tenancy/owners/', { name: 'somebody' });
  const owned = Object.fromEntries(sides.map((name) => [name, { id: owner.id }]));
  const crates = Array.from({ length: 5 }, (_, at) => ({ name: `c${at}`, ...owned }));
  expect((await plumbline.request('POST', '/api/ipam/crates/', crates)).status).toBe(201);
});
afterAll(() => plumbline?.stop());

/** Whether V8 keeps an object as one of a shape it knows, and not as a dictionary. */
function isOfOneShape(row: Row): boolean {
  setFlagsFromString('--allow-natives-syntax');
  return new Function('object', 'return %HasFastProperties(object)')(row) as boolean;
}

test('a row with values of other services is no dictionary', async () => {
  const work = workOf(plumbline.services.get('ipam')!.engine, systemScope());
  const { rows } = await load(work, Crate, { root: true, sort: [], limit: 50 });
  expect(rows.map((row) => row['side_3.name'])).toEqual(Array(5).fill('somebody'));
  await showTexts(work, Crate, rows, 0, { root: true });
  expect(rows.map(isOfOneShape)).toEqual(Array(5).fill(true));
});
