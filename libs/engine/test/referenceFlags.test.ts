import { bare, defineModel, f } from '@plumbline/model';
import { sql } from '@plumbline/store';
// @boundaries-ignore the test kit is built from this package
import { settled, startTestServices, type TestServices } from '@plumbline/testkit';

/** What wires of another service end at; it notes whether any can. */
const Lamp = defineModel('tenancy.lamp', {
  endpoint: 'lamps',
  traits: [bare],
  fields: {
    name: f.text(50),
    wire_count: f.count('circuits.wire', 'lamp').with({ rootOnly: false, flaggedBy: 'may_have_wires' }),
    wires: f.listOf('circuits.wire', 'lamp', { rootOnly: true, flaggedBy: 'may_have_wires' }),
    may_have_wires: f.referenceFlag(),
  },
});
const Wire = defineModel('circuits.wire', {
  endpoint: 'wires',
  traits: [bare],
  fields: {
    name: f.text(5),
    lamp: f.ref('tenancy.lamp', { reverse: 'wires', onDelete: 'cascade' }).optional(),
  },
});
/** Refers to lamps without being listed by them. */
const Shade = defineModel('circuits.shade', {
  endpoint: 'shades',
  traits: [bare],
  fields: { lamp: f.ref('tenancy.lamp', { reverse: 'shades', onDelete: 'cascade' }) },
});

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([
    { app: 'tenancy', models: [Lamp] },
    { app: 'circuits', models: [Wire, Shade] },
  ]);
});
afterAll(() => plumbline?.stop());

const make = async (path: string, body: object): Promise<{ id: string }> => {
  const answer = await plumbline.request('POST', `/api/${path}/`, body);
  expect(answer.status).toBe(201);
  return answer.body;
};
const aLamp = () => make('tenancy/lamps', { name: 'lamp' });
const show = (lamp: { id: string }) => settled(() => plumbline.request('GET', `/api/tenancy/lamps/${lamp.id}/`));
const wiresOf = async (lamp: { id: string }) => (await show(lamp)).body.wires.map(({ id }: { id: string }) => id);
const noteOf = async (lamp: { id: string }) => {
  const row = await plumbline.services
    .get('tenancy')!
    .engine.database.first<{ may_have_wires: boolean }>(
      sql.unsafe`SELECT may_have_wires FROM lamp WHERE id = ${lamp.id}::uuid`,
    );
  return row?.may_have_wires;
};

describe('What only other services refer to', () => {
  it('is not asked for as long as nothing can refer', async () => {
    const lamp = await aLamp();
    const { body, cost } = await show(lamp);
    expect(body).toMatchObject({ wire_count: 0, wires: [] });
    expect(body).not.toHaveProperty('may_have_wires');
    expect(cost.bus).toBe(0);
    await make('circuits/shades', { lamp: lamp.id });
    expect((await show(lamp)).cost.bus).toBe(0);
  });

  it('is shown from the moment on that something does', async () => {
    const [lamp, other] = [await aLamp(), await aLamp()];
    const wire = await make('circuits/wires', { name: 'a', lamp: lamp.id });
    expect((await show(lamp)).body).toMatchObject({ wire_count: 1, wires: [{ id: wire.id }] });
    const moved = await plumbline.request('PATCH', `/api/circuits/wires/${wire.id}/`, { lamp: other.id });
    expect(moved.status).toBe(200);
    expect([await wiresOf(lamp), await wiresOf(other)]).toEqual([[], [wire.id]]);
  });

  it('is counted in lists, with one question for those that may have any', async () => {
    const lamps = [await aLamp(), await aLamp(), await aLamp()];
    const ids = lamps.map(({ id }) => `id=${id}`).join('&');
    const list = () => settled(() => plumbline.request('GET', `/api/tenancy/lamps/?${ids}`));
    expect((await list()).cost.bus).toBe(0);
    for (const lamp of lamps.slice(1)) await make('circuits/wires', { name: 'a', lamp: lamp.id });
    const { body, cost } = await list();
    expect(cost.bus).toBe(1);
    const counts = new Map(body.results.map((lamp: { id: string; wire_count: number }) => [lamp.id, lamp.wire_count]));
    expect(lamps.map(({ id }) => counts.get(id))).toEqual([0, 1, 1]);
  });

  it('is asked for after a write that came to nothing, too', async () => {
    const lamp = await aLamp();
    const rehearsal = await plumbline.request('POST', '/api/circuits/wires/?dry_run=true', {
      name: 'a',
      lamp: lamp.id,
    });
    expect(rehearsal.status).toBeLessThan(300);
    expect(await noteOf(lamp)).toBe(true);
    expect(await wiresOf(lamp)).toEqual([]);
  });

  it('is noted whatever else is written at the same time', async () => {
    for (let round = 0; round < 30; round++) {
      const lamp = await aLamp();
      const [wire] = await Promise.all([
        make('circuits/wires', { name: 'a', lamp: lamp.id }),
        plumbline.request('PATCH', `/api/tenancy/lamps/${lamp.id}/`, { name: `renamed ${round}` }),
        plumbline.request('PUT', `/api/tenancy/lamps/${lamp.id}/`, { name: `replaced ${round}` }),
        show(lamp),
      ]);
      expect(await wiresOf(lamp)).toEqual([wire.id]);
    }
  });

  it('cannot be told or asked for by clients', async () => {
    const lamp = await aLamp();
    const answer = await plumbline.request('PATCH', `/api/tenancy/lamps/${lamp.id}/`, { may_have_wires: true });
    expect(answer.status).toBeLessThan(500);
    expect(await noteOf(lamp)).toBe(false);
    expect((await plumbline.request('GET', '/api/tenancy/lamps/?may_have_wires=true')).status).toBe(400);
  });
});
