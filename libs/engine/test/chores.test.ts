import { bare, defineModel, f } from '@plumbline/model';
import { sql } from '@plumbline/store';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import type { Chore } from '../src/core/background/chore';

const Lamp = defineModel('tenancy.lamp', { endpoint: 'lamps', traits: [bare], fields: { name: f.text(50) } });

/** Ends what waits, when the test has seen what it wants to. */
let answer: () => void = () => {};
const answered = new Promise<void>((resolve) => {
  answer = resolve;
});
const always = () => sql.fragment`TRUE`;

const waiting: Chore = { due: always, act: () => answered };
const failing: Chore = { due: always, act: () => Promise.reject(new Error('dcim: nobody serves it')) };
const lit: Chore = {
  due: () => sql.fragment`EXISTS (SELECT FROM lamp WHERE name = 'dark')`,
  act: ({ sql: run }) => run.run(sql.unsafe`UPDATE lamp SET name = 'lit' WHERE name = 'dark'`),
};

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([{ app: 'tenancy', models: [Lamp], chores: [waiting, failing, lit] }], {
    logLevel: 'silent',
  });
});
afterAll(async () => {
  answer();
  await plumbline?.stop();
});

test('what waits for an answer, or fails, keeps nothing else from being seen to, again and again', async () => {
  for (let times = 0; times < 2; times++) {
    const { id } = (await plumbline.request('POST', '/api/tenancy/lamps/', { name: 'dark' })).body;
    const name = async () => (await plumbline.request('GET', `/api/tenancy/lamps/${id}/`)).body.name;
    for (const end = Date.now() + 60_000; (await name()) !== 'lit'; ) {
      if (Date.now() > end) throw new Error('it stayed dark');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
});
