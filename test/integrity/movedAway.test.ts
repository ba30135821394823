import { randomUUID } from 'node:crypto';
import { systemScope, unitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { aUser, expectStatus, lockWaits, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { eventually } from '../harness/eventually';
import { startEveryService } from '../models/everyService';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startEveryService();
});
afterAll(() => plumbline?.stop());

const send = (method: string, path: string, body?: unknown) => plumbline.request(method, `/api/${path}`, body);
const make = async (path: string, body: object): Promise<{ id: string }> =>
  expectStatus(await send('POST', `${path}/`, body), 201).body;
const workOf = (app: 'dcim' | 'extras' | 'ipam') => unitOfWork(plumbline.services.get(app)!.engine, systemScope());

/** Resolves when so many wait for rows, or the answer is there. */
const rowsAwaited = (count: number) =>
  eventually(`${count} wait for rows`, 60_000, async () => (await lockWaits(workOf('dcim').sql)).rows >= count);

test('What moves away while others are asked about a deletion keeps what they have of it', async () => {
  await make('dcim/location-types', { name: 'Area', nestable: true });
  const place = { location_type: 'Area', status: 'Active' };
  const parent = await make('dcim/locations', { ...place, name: 'parent' });
  const [moving, staying] = [
    await make('dcim/locations', { ...place, name: 'moving', parent: parent.id }),
    await make('dcim/locations', { ...place, name: 'staying', parent: parent.id }),
  ];
  const locations = [moving.id, staying.id];
  const context = await make('extras/config-contexts', { name: 'of both', data: { of: 'both' }, locations });

  const { deletion } = await workOf('extras').engine.database.transaction(async (tx) => {
    // What is asked of others is written down in this table before they answer.
    await tx.run(sql.unsafe`LOCK TABLE prepared_deletion IN EXCLUSIVE MODE`);
    const deletion = send('DELETE', `dcim/locations/${parent.id}/`);
    const marked = sql.unsafe`SELECT operation FROM deleting_mark WHERE object_id = ${moving.id}`;
    await eventually('the locations are marked', 60_000, () => workOf('dcim').sql.first(marked));
    expectStatus(await send('PATCH', `dcim/locations/${moving.id}/`, { parent: null }), 200);
    return { deletion };
  });

  expectStatus(await deletion, 204);
  expectStatus(await send('GET', `dcim/locations/${moving.id}/`), 200);
  expectStatus(await send('GET', `dcim/locations/${staying.id}/`), 404);
  const { body } = expectStatus(await send('GET', `extras/config-contexts/${context.id}/`), 200);
  expect(body.locations.map(({ id }: { id: string }) => id)).toEqual([moving.id]);
});

test('What moves away while its deletion is carried out stays', async () => {
  await make('dcim/location-types', { name: 'Room', content_types: ['dcim.device'] });
  const location = (await make('dcim/locations', { location_type: 'Room', status: 'Active', name: 'room' })).id;
  const manufacturer = (await make('dcim/manufacturers', { name: 'Maker' })).id;
  const device_type = (await make('dcim/device-types', { model: 'Kind', manufacturer })).id;
  await make('extras/roles', { name: 'Server', content_types: ['dcim.device'] });
  const aDevice = (name: string) =>
    make('dcim/devices', { name, device_type, role: 'Server', location, status: 'Active' });
  const [going, staying] = [await aDevice('going'), await aDevice('staying')];
  const service = { protocol: 'tcp', ports: [22], device: going.id };
  const [moved, left] = [
    await make('ipam/services', { ...service, name: 'moved' }),
    await make('ipam/services', { ...service, name: 'left' }),
  ];
  const { deletion } = await workOf('ipam').engine.database.transaction(async (moving) => {
    const { deletion } = await workOf('dcim').engine.database.transaction(async (deciding) => {
      // What others still have to do is written down in this table when it is decided.
      await deciding.run(sql.unsafe`LOCK TABLE pending_deletion IN EXCLUSIVE MODE`);
      const deletion = send('DELETE', `dcim/devices/${going.id}/`);
      const marked = sql.unsafe`SELECT FROM deleting_mark WHERE object_id = ${moved.id}`;
      await eventually('the service is marked', 60_000, () => workOf('ipam').sql.first(marked));
      await moving.run(sql.unsafe`UPDATE service SET device = ${staying.id}::uuid WHERE id = ${moved.id}::uuid`);
      return { deletion };
    });
    await rowsAwaited(1);
    return { deletion };
  });

  expectStatus(await deletion, 204);
  const { body } = expectStatus(await send('GET', `ipam/services/?id=${moved.id}&id=${left.id}`), 200);
  expect(body.results).toEqual([
    expect.objectContaining({ id: moved.id, device: expect.objectContaining({ id: staying.id }) }),
  ]);
});

test('What is hung below a node that is renamed meanwhile stands below its new name', async () => {
  await make('dcim/location-types', { name: 'Zone', nestable: true });
  const place = { location_type: 'Zone', status: 'Active' };
  const top = await make('dcim/locations', { ...place, name: 'old' });
  const middle = await make('dcim/locations', { ...place, name: 'middle', parent: top.id });
  class Undone extends Error {}
  let writes: ReturnType<typeof send>[] = [];
  const holding = workOf('dcim').engine.database.transaction(async (tx) => {
    // One of the same name below the same parent, which may come to nothing: whoever writes another waits for that.
    await tx.run(sql.unsafe`
      INSERT INTO location SELECT (jsonb_populate_record(l, ${JSON.stringify({ id: randomUUID(), name: 'low', parent: middle.id })}::jsonb)).*
      FROM location l WHERE id = ${middle.id}::uuid`);
    const made = send('POST', 'dcim/locations/', { ...place, name: 'low', parent: middle.id });
    await rowsAwaited(1);
    const renamed = send('PATCH', `dcim/locations/${top.id}/`, { name: 'new' });
    writes = [made, renamed];
    const waits = eventually(
      'the renaming waits',
      60_000,
      async () => (await lockWaits(workOf('dcim').sql)).linesExclusive > 0,
    );
    await Promise.race([renamed, waits]);
    throw new Undone();
  });
  await expect(holding).rejects.toBeInstanceOf(Undone);
  const [made, renamed] = await Promise.all(writes);
  expectStatus(renamed!, 200);
  const low = expectStatus(made!, 201).body.id;
  expect((await send('GET', `dcim/locations/${low}/`)).body.display).toBe('new → middle → low');
});

test('A change by whose permission has a regular expression waits for others as any change does', async () => {
  const admin = await signedIn(plumbline, superuser.apiToken);
  const { id } = await make('tenancy/tenants', { name: 'awaited' });
  const permission = {
    object_types: ['tenancy.tenant'],
    actions: ['view', 'change'],
    constraints: { name__regex: '^a' },
  };
  const as = await aUser(plumbline, admin, [permission]);
  const { database } = plumbline.services.get('tenancy')!.engine;
  const { change } = await database.transaction(async (tx) => {
    await tx.run(sql.unsafe`SELECT FROM tenant WHERE id = ${id}::uuid FOR UPDATE`);
    let isAnswered = false;
    const change = plumbline.request('PATCH', `/api/tenancy/tenants/${id}/`, { description: 'changed' }, { as });
    void change.then(() => {
      isAnswered = true;
    });
    const longer = sql.unsafe`
      SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() AND query_start < clock_timestamp() - interval '3.2 s'`;
    await eventually('the change has waited', 60_000, async () => isAnswered || (await database.first(longer)));
    return { change };
  });
  expect(expectStatus(await change, 200).body.description).toBe('changed');
});
