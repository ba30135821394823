import { systemScope, unitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { expectStatus, type TestServices } from '@plumbline/testkit';
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
const workOf = (app: 'dcim' | 'extras') => unitOfWork(plumbline.services.get(app)!.engine, systemScope());

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
