import { randomUUID } from 'node:crypto';
import type { Log } from '@plumbline/log';
import { bare, defineModel, f } from '@plumbline/model';
import { sql } from '@plumbline/store';
// @boundaries-ignore the test kit is built from this package
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { backgroundWork } from '../src/core/unitOfWork';
import { resumePendingDeletions, waitingDeletions } from '../src/delete/protocol';

const Lamp = defineModel('tenancy.lamp', { endpoint: 'lamps', traits: [bare], fields: { name: f.text(50) } });
const Wire = defineModel('circuits.wire', { endpoint: 'wires', traits: [bare], fields: { name: f.text(50) } });

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
