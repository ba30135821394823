import { bare, defineModel, f } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { knownDeletions } from '../src/core/marks';
import { systemScope } from '../src/core/scope';
import { unitOfWork } from '../src/core/unitOfWork';

const Lamp = defineModel('tenancy.lamp', { endpoint: 'lamps', traits: [bare], fields: { name: f.text(50) } });
const Wire = defineModel('circuits.wire', {
  endpoint: 'wires',
  traits: [bare],
  fields: { name: f.text(50), lamp: f.ref('tenancy.lamp', { onDelete: 'protect' }).optional() },
});

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices(
    [
      { app: 'tenancy', models: [Lamp] },
      { app: 'circuits', models: [Wire] },
    ],
    { logLevel: 'silent' },
  );
});
afterAll(() => plumbline?.stop());

const database = () => plumbline.services.get('tenancy')!.engine.database;
const send = (method: string, path: string, body?: unknown) => plumbline.request(method, path, body);

async function until(condition: Sql): Promise<void> {
  for (const end = Date.now() + 60_000; !(await database().first(sql.unsafe`SELECT 1 WHERE ${condition}`)); ) {
    if (Date.now() > end) throw new Error('it did not come about');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('Nobody refers to an object whose deletion takes longer to commit than its mark stands', async () => {
  const { id } = (await send('POST', '/api/tenancy/lamps/', { name: 'going' })).body;
  const wire = (await send('POST', '/api/circuits/wires/', { name: 'first', lamp: id })).body;
  await send('PATCH', `/api/circuits/wires/${wire.id}/`, { lamp: null });
  await database().run(sql.unsafe`
    CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(8); RETURN NULL; END $$`);
  await database().run(sql.unsafe`
    CREATE CONSTRAINT TRIGGER slowly AFTER DELETE ON lamp DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION slowly()`);
  const deleting = send('DELETE', `/api/tenancy/lamps/${id}/`);
  await until(sql.fragment`EXISTS (SELECT FROM deleting_mark WHERE expires < now())`);
  const marks = await database().rows<{ operation: string }>(sql.unsafe`SELECT operation FROM deleting_mark`);
  const work = unitOfWork(plumbline.services.get('tenancy')!.engine, systemScope());
  const operations = marks.map(({ operation }) => operation);
  expect(await knownDeletions(work, operations)).toEqual(operations);
  const waiting = sql.unsafe`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%deleting_mark%'`;
  expect(await database().rows(waiting)).toEqual([]);
  const made = await send('POST', '/api/circuits/wires/', { name: 'late', lamp: id });
  expect((await deleting).status).toBe(204);
  expect(made.status).toBe(400);
  expect((await send('GET', '/api/circuits/wires/')).body.count).toBe(1);
});
