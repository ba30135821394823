import type { Bus } from '@plumbline/bus';
import { createLog } from '@plumbline/log';
import { bare, defineModel, f } from '@plumbline/model';
import { sql } from '@plumbline/store';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import type { ChangeRecord } from '../src';
import type { Engine } from '../src/core/engine';
import { startFollower } from '../src/sync/follower';
import { TargetBeingDeleted } from '../src/write/locks/notBeingDeleted';

const Lamp = defineModel('tenancy.lamp', {
  endpoint: 'lamps',
  traits: [bare],
  fields: { name: f.text(50) },
});
const Socket = defineModel('circuits.socket', { endpoint: 'sockets', traits: [bare], fields: { name: f.text(50) } });
/** What is plugged in where: one end of either model. */
const Wire = defineModel('circuits.wire', {
  endpoint: 'wires',
  traits: [bare],
  fields: {
    end_type: f.contentType(['tenancy.lamp', 'circuits.socket']),
    end_id: f.genericKey('end_type', { onDelete: 'cascade' }),
    end: f.generic('end_type', 'end_id'),
    name: f.text(50).default(''),
  },
});

let plumbline: TestServices;
let taken: ChangeRecord[] = [];
let failing = false;
/** How often what is taken in is about something that is being deleted. */
let refusals = 0;

beforeAll(async () => {
  const take = async (_work: unknown, changes: ChangeRecord[]) => {
    if (failing) throw new Error('not now');
    if (refusals-- > 0) throw new TargetBeingDeleted();
    taken.push(...changes);
  };
  plumbline = await startTestServices([
    { app: 'tenancy', models: [Lamp] },
    { app: 'circuits', models: [Socket, Wire], follow: { of: ['tenancy.lamp'], take } },
  ]);
});
afterAll(() => plumbline?.stop());
beforeEach(() => {
  taken = [];
});

const make = async (path: string, body: object): Promise<{ id: string }> => {
  const answer = await plumbline.request('POST', `/api/${path}/`, body);
  expect(answer.status).toBe(201);
  return answer.body;
};
const wires = async (): Promise<number> => (await plumbline.request('GET', '/api/circuits/wires/')).body.count;

describe('Following a model', () => {
  it('hears of every change before the writer is answered', async () => {
    const lamp = await make('tenancy/lamps', { name: 'a' });
    expect(taken.map(({ action, object_id }) => [action, object_id])).toEqual([['create', lamp.id]]);
    await plumbline.request('PATCH', `/api/tenancy/lamps/${lamp.id}/`, { name: 'b' });
    expect(taken.at(-1)).toMatchObject({ action: 'update', object_data: { name: 'b' }, logged: false });
    await plumbline.request('DELETE', `/api/tenancy/lamps/${lamp.id}/`);
    expect(taken.at(-1)).toMatchObject({ action: 'delete', object_data: { name: 'b' } });
    expect(taken).toHaveLength(3);
  });

  it('hears of what it could not take in as soon as it can, once', async () => {
    failing = true;
    await make('tenancy/lamps', { name: 'first' });
    failing = false;
    expect(taken).toEqual([]);
    await make('tenancy/lamps', { name: 'second' });
    expect(taken.map(({ object_data }) => object_data!.name)).toEqual(['first', 'second']);
  });

  it('waits for how a deletion ends that is in its way', async () => {
    refusals = 2;
    const lamp = await make('tenancy/lamps', { name: 'waited for' });
    expect(taken.map(({ object_id }) => object_id)).toEqual([lamp.id]);
  });

  it('hears of a model that has come to be known as soon as it can', async () => {
    const { engine } = plumbline.services.get('circuits')!;
    let refusals = 1;
    const subscribed: string[] = [];
    const subscribe: Bus['subscribe'] = async ({ app, model }) => {
      if (refusals-- > 0) throw new Error('the broker is away');
      subscribed.push(`${app}.${model}`);
      return async () => void subscribed.pop();
    };
    const known = engine.catalog;
    const beginning: Engine = {
      ...engine,
      log: createLog({ name: 'test', level: 'silent' }),
      bus: Object.assign(Object.create(engine.bus), { subscribe }),
      catalog: Object.create(known, { manifests: { value: [] } }),
    };
    const follower = await startFollower(beginning, { of: ['tenancy.lamp'], take: async () => {} });
    try {
      beginning.catalog = known;
      await follower.catchUp();
      expect(subscribed).toEqual([]);
      await follower.catchUp();
      expect(subscribed).toEqual(['tenancy.lamp']);
    } finally {
      await follower.stop();
    }
    expect(subscribed).toEqual([]);
  });

  it('says once that there is less than it has taken in', async () => {
    const { engine } = plumbline.services.get('circuits')!;
    const at = async (position: number) =>
      engine.database.run(sql.unsafe`UPDATE consumed SET position = ${position}::int8 WHERE app = 'tenancy'`);
    await make('tenancy/lamps', { name: 'before' });
    const before = Number(
      (await engine.database.first<{ position: number }>(sql.unsafe`SELECT position FROM consumed`))!.position,
    );
    const error = jest.spyOn(engine.log, 'error').mockImplementation();
    try {
      await at(before + 1_000);
      await make('tenancy/lamps', { name: 'passed over' });
      await make('tenancy/lamps', { name: 'passed over' });
      expect(error.mock.calls.map(([told]) => told)).toEqual([
        { source: 'tenancy', after: before + 1_000, last: expect.any(Number) },
      ]);
    } finally {
      error.mockRestore();
      await at(before);
    }
    taken = [];
    await make('tenancy/lamps', { name: 'after' });
    expect(taken.map(({ object_data }) => object_data!.name)).toEqual(['passed over', 'passed over', 'after']);
  });

  it('hears nothing of a rehearsal', async () => {
    await plumbline.request('POST', '/api/tenancy/lamps/?dry_run=true', { name: 'not kept' });
    expect(taken).toEqual([]);
  });
});

describe('A generic key', () => {
  it('names objects that exist, of the models listed', async () => {
    const [lamp, socket] = [await make('tenancy/lamps', { name: 'l' }), await make('circuits/sockets', { name: 's' })];
    await make('circuits/wires', { end_type: 'tenancy.lamp', end_id: lamp.id });
    await make('circuits/wires', { end_type: 'circuits.socket', end_id: socket.id });
    for (const end_type of ['tenancy.lamp', 'circuits.socket']) {
      const end_id = end_type === 'tenancy.lamp' ? socket.id : lamp.id;
      const answer = await plumbline.request('POST', '/api/circuits/wires/', { end_type, end_id });
      expect([answer.status, answer.body]).toEqual([400, { end: [expect.stringContaining(end_id)] }]);
    }
  });

  it('goes with the object, in the same service and across', async () => {
    const before = await wires();
    const [lamp, socket] = [await make('tenancy/lamps', { name: 'l' }), await make('circuits/sockets', { name: 's' })];
    await make('circuits/wires', { end_type: 'tenancy.lamp', end_id: lamp.id });
    await make('circuits/wires', { end_type: 'circuits.socket', end_id: socket.id });
    expect(await wires()).toBe(before + 2);
    expect((await plumbline.request('DELETE', `/api/tenancy/lamps/${lamp.id}/`)).status).toBe(204);
    expect(await wires()).toBe(before + 1);
    expect((await plumbline.request('DELETE', `/api/circuits/sockets/${socket.id}/`)).status).toBe(204);
    expect(await wires()).toBe(before);
  });
});
