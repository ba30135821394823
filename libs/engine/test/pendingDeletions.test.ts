import { randomUUID } from 'node:crypto';
import type { Log } from '@plumbline/log';
import { bare, defineModel, f } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { knownDeletions } from '../src/core/deletions/marks';
import { systemScope } from '../src/core/scope';
import { inTransaction } from '../src/core/transactions/transaction';
import { backgroundWork, unitOfWork } from '../src/core/unitOfWork';
import { forgetLostDeletions, resumePendingDeletions, waitingDeletions } from '../src/delete/protocol';
import { TargetBeingDeleted } from '../src/write/locks/notBeingDeleted';
import { writeValid } from '../src/write/writeValid';

const Lamp = defineModel('tenancy.lamp', { endpoint: 'lamps', traits: [bare], fields: { name: f.text(50) } });
const Wire = defineModel('circuits.wire', {
  endpoint: 'wires',
  traits: [bare],
  fields: { name: f.text(50), lamp: f.ref('tenancy.lamp', { onDelete: 'protect' }).optional() },
});
const Plug = defineModel('ipam.plug', { endpoint: 'plugs', traits: [bare], fields: { name: f.text(50) } });

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices(
    [
      { app: 'tenancy', models: [Lamp] },
      { app: 'circuits', models: [Wire] },
      { app: 'ipam', models: [Plug] },
    ],
    { logLevel: 'silent' },
  );
});
afterAll(() => plumbline?.stop());

test('deletions that another service never carries out keep none from their turn, and are told of', async () => {
  const { engine } = plumbline.services.get('tenancy')!;
  const told: object[] = [];
  const log: Log = Object.assign(Object.create(engine.log), { warn: (said: object) => told.push(said) });
  const work = backgroundWork({ ...engine, log });
  const failing = Array.from({ length: 100 }, () => randomUUID());
  const later = randomUUID();
  const payload = sql.fragment`${JSON.stringify({ toDelete: {}, requestId: 'r-1' })}::jsonb`;
  await work.sql.run(sql.unsafe`
    INSERT INTO pending_deletion (operation, time, apps, payload)
    SELECT operation, now() - interval '1 hour', ARRAY['dcim'], ${payload} FROM unnest(${sql.array(failing, 'uuid')}) AS operation
    UNION ALL VALUES (${later}::uuid, now() - interval '1 minute', ARRAY['circuits'], ${payload})`);
  const isLeft = async (operation: string) =>
    (await work.sql.first(sql.unsafe`SELECT 1 FROM pending_deletion WHERE operation = ${operation}::uuid`)) !==
    undefined;

  await waitingDeletions.act(work);
  await waitingDeletions.act(work);
  expect(await isLeft(later)).toBe(false);

  told.length = 0;
  await resumePendingDeletions(work);
  expect(await isLeft(failing[0]!)).toBe(true);
  expect(told).toContainEqual({ operation: failing[0], app: 'dcim', error: expect.stringContaining('dcim') });
  const due = sql.unsafe`SELECT 1 WHERE ${waitingDeletions.due(engine)}`;
  expect(await work.sql.first(due)).toBeUndefined();
});

test('A service that is silent keeps deletions that wait for others from nothing', async () => {
  const work = backgroundWork(plumbline.services.get('tenancy')!.engine);
  const [first, second] = [randomUUID(), randomUUID()];
  const payload = sql.fragment`${JSON.stringify({ toDelete: {}, requestId: 'r-2' })}::jsonb`;
  await work.sql.run(sql.unsafe`
    INSERT INTO pending_deletion (operation, time, next_try, apps, payload) VALUES
      (${first}::uuid, now() - interval '1 hour', now() - interval '2 minutes', ARRAY['circuits'], ${payload}),
      (${second}::uuid, now() - interval '1 hour', now() - interval '1 minute', ARRAY['ipam'], ${payload})`);
  const isLeft = (operation: string) =>
    sql.fragment`EXISTS (SELECT FROM pending_deletion WHERE operation = ${operation}::uuid)`;
  const silent = plumbline.services.get('circuits')!.engine.database;
  const resuming = await silent.transaction(async (tx) => {
    await tx.run(sql.unsafe`LOCK TABLE prepared_deletion`);
    const resumed = resumePendingDeletions(work);
    await until(sql.fragment`NOT ${isLeft(second)}`);
    expect(await database().first(sql.unsafe`SELECT 1 WHERE ${isLeft(first)}`)).toBeDefined();
    return { resumed };
  });
  await resuming.resumed;
  await until(sql.fragment`NOT ${isLeft(first)}`);
});

const database = () => plumbline.services.get('tenancy')!.engine.database;
const send = (method: string, path: string, body?: unknown) => plumbline.request(method, path, body);

async function until(condition: Sql): Promise<void> {
  for (const end = Date.now() + 60_000; !(await database().first(sql.unsafe`SELECT 1 WHERE ${condition}`)); ) {
    if (Date.now() > end) throw new Error('it did not come about');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('A new object does not get the id of one whose deletion others have not carried out yet', async () => {
  const id = randomUUID();
  const payload = sql.fragment`${JSON.stringify({ toDelete: { 'tenancy.lamp': [id] }, requestId: 'r-3' })}::jsonb`;
  await database().run(sql.unsafe`
    INSERT INTO pending_deletion (operation, time, next_try, apps, payload)
    VALUES (${randomUUID()}::uuid, now(), now() + interval '1 hour', ARRAY['circuits'], ${payload})`);
  const making = send('POST', '/api/tenancy/lamps/', { id, name: 'anew' });
  const other = await send('POST', '/api/tenancy/lamps/', { id: randomUUID(), name: 'other' });
  expect(other.status).toBe(201);
  expect(await database().first(sql.unsafe`SELECT FROM lamp WHERE id = ${id}::uuid`)).toBeUndefined();
  await database().run(sql.unsafe`UPDATE pending_deletion SET next_try = now()`);
  await resumePendingDeletions(backgroundWork(plumbline.services.get('tenancy')!.engine));
  expect([(await making).status, (await making).body.id]).toEqual([201, id]);
});

test('Nothing stays written down of who referred to an object that is gone', async () => {
  const { id } = (await send('POST', '/api/tenancy/lamps/', { name: 'used once' })).body;
  const wire = (await send('POST', '/api/circuits/wires/', { name: 'user', lamp: id })).body;
  await send('PATCH', `/api/circuits/wires/${wire.id}/`, { lamp: null });
  const noted = () => database().rows(sql.unsafe`SELECT app FROM referred_from WHERE object_id = ${id}`);
  expect(await noted()).toEqual([{ app: 'circuits' }]);
  expect((await send('DELETE', `/api/tenancy/lamps/${id}/`)).status).toBe(204);
  expect(await noted()).toEqual([]);
  await send('DELETE', `/api/circuits/wires/${wire.id}/`);
});

test('A list of which some cannot be written leaves out none that only has to wait', async () => {
  const work = backgroundWork(plumbline.services.get('tenancy')!.engine);
  const reported: string[] = [];
  const waiting = async (): Promise<never> => {
    throw new TargetBeingDeleted();
  };
  await expect(
    inTransaction(work, (inner) => writeValid(inner, ['one'], waiting, (item) => reported.push(item))),
  ).rejects.toBeInstanceOf(TargetBeingDeleted);
  expect(reported).toEqual([]);
});

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
  const waiting = sql.unsafe`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%deleting_mark%'`;
  expect(await database().rows(waiting)).toEqual([]);
  const made = await send('POST', '/api/circuits/wires/', { name: 'late', lamp: id });
  expect((await deleting).status).toBe(204);
  expect(made.status).toBe(400);
  expect((await send('GET', '/api/circuits/wires/')).body.count).toBe(1);
});

test('A deletion that is handed on while services are asked for it is not lost', async () => {
  const [operation, lost] = [randomUUID(), randomUUID()];
  const { engine } = plumbline.services.get('circuits')!;
  await engine.database.run(sql.unsafe`
    INSERT INTO prepared_deletion (operation, asker, author, to_delete)
    SELECT unnest(${sql.array([operation, lost], 'uuid')}), 'ipam', '{}', '{}'`);
  const pending = sql.fragment`
    INSERT INTO pending_deletion (operation, time, apps, payload)
    VALUES (${operation}::uuid, now() + interval '1 hour', ARRAY['circuits'], '{}')`;
  await database().run(sql.unsafe`${pending}`);
  const forgetting = await database().transaction(async (tx) => {
    await tx.run(sql.unsafe`LOCK TABLE pending_deletion`);
    const forgotten = forgetLostDeletions(backgroundWork(engine));
    await until(sql.fragment`EXISTS (
      SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE datname = current_database() AND relation = 'pending_deletion'::regclass AND NOT granted)`);
    await plumbline.services.get('ipam')!.engine.database.run(sql.unsafe`${pending}`);
    await tx.run(sql.unsafe`DELETE FROM pending_deletion WHERE operation = ${operation}::uuid`);
    return { forgotten };
  });
  await forgetting.forgotten;
  const left = await engine.database.rows(sql.unsafe`SELECT operation FROM prepared_deletion`);
  expect(left).toEqual([{ operation }]);
});
