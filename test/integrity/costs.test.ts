import type { Identity } from '@plumbline/http';
import { expectStatus, settled, signedIn, superuser, type TestAnswer, type TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';

let plumbline: TestServices;
let admin: Identity;
let serial = 0;
beforeAll(async () => {
  plumbline = await startEveryService();
  admin = await signedIn(plumbline, superuser.apiToken);
});
afterAll(() => plumbline?.stop());

const ok = async (method: string, path: string, body: unknown): Promise<TestAnswer> =>
  expectStatus(await plumbline.request(method, `/api/${path}`, body, { as: admin }), method === 'POST' ? 201 : 200);
const aGroup = (custom_fields?: object) => ({ name: `group ${serial++}`, ...(custom_fields ? { custom_fields } : {}) });
/** What it costs when nothing has to be found out anew. */
const costOf = async (method: string, path: string, body: () => unknown) =>
  (await settled(() => ok(method, path, body()))).cost;
const create = (custom_fields?: object) => costOf('POST', 'tenancy/tenant-groups/', () => aGroup(custom_fields));
const createMany = (number: number, custom_fields: object) =>
  costOf('POST', 'tenancy/tenant-groups/', () => Array.from({ length: number }, () => aGroup(custom_fields)));

/** What it costs to keep what a write refers to otherwise than by a relation. */
describe('A write', () => {
  it('costs nothing more where there are no custom fields, one statement where there are, and a question for a choice', async () => {
    const without = await create();

    const field = { content_types: ['tenancy.tenantgroup'], label: 'Size', type: 'multi-select' };
    const { body: made } = await ok('POST', 'extras/custom-fields/', field);
    const choices = ['small', 'large'].map((value) => ({ custom_field: made.id, value }));
    await ok('POST', 'extras/custom-field-choices/', choices);
    const held = await create({});
    expect(held).toEqual({ sql: without.sql + 1, bus: without.bus });

    // The lock on the choice; what extras looks up for its answer is its own.
    const chosen = await create({ size: ['small'] });
    expect(chosen).toEqual({ sql: held.sql + 1, bus: held.bus + 1 });
    expect(await createMany(1, { size: ['small', 'large'] })).toEqual(
      await createMany(50, { size: ['small', 'large'] }),
    );
  });

  it('asks about a choice only when it is newly made', async () => {
    const { body: group } = await ok('POST', 'tenancy/tenant-groups/', aGroup({ size: ['small'] }));
    const path = `tenancy/tenant-groups/${group.id}/`;
    const again = await costOf('PATCH', path, () => ({ description: `later ${serial++}` }));
    const same = await costOf('PATCH', path, () => ({ custom_fields: { size: ['small'] } }));
    expect(same.bus).toBe(again.bus);
    let turns = 0;
    const other = await costOf('PATCH', path, () => ({
      custom_fields: { size: [turns++ % 2 === 0 ? 'large' : 'small'] },
    }));
    expect(other.bus).toBe(again.bus + 1);
  });
});
