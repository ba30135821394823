import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { seal, systemScope, unitOfWork } from '@plumbline/engine';
import type { Row } from '@plumbline/model';
import type { Runner } from '@plumbline/queue';
import { type Database, DatabaseUnavailable, sql } from '@plumbline/store';
import { startTestServices, type TestServices, testSettings } from '@plumbline/testkit';
import { extrasService } from '../src';
import { queueRun } from '../src/jobs/queueRun';
import { beginResult } from '../src/jobs/results';
import { executeJob } from '../src/worker/executeJob';

const folder = mkdtempSync(join(tmpdir(), 'execute-'));
const entry = join(folder, 'entry.js');

let plumbline: TestServices;
let worker: Runner;
beforeAll(async () => {
  writeFileSync(entry, 'require("node:fs").writeFileSync(process.argv[3], "everything")');
  plumbline = await startTestServices([extrasService], {}, { contentTypes, contentTypeNames });
  // Results of a worker that is not there would be taken for lost.
  const { queue } = plumbline.services.get('extras')!.engine;
  worker = await queue!.run({
    name: 'worker',
    tasks: { nothing: async () => {} },
    concurrency: 1,
    onFailure: () => {},
  });
});
afterAll(async () => {
  await worker?.stop();
  await plumbline?.stop();
  rmSync(folder, { recursive: true });
});

const settings = testSettings({ dataDir: folder, databaseUrl: 'postgres://db.example.net/plumbline' });

/** A database that is away the first times a transaction is begun. */
function awayFor(times: number, database: Database): Database {
  let left = times;
  return {
    ...database,
    transaction: async (work, options) => {
      if (left-- > 0) throw new DatabaseUnavailable('extras', new Error('away'));
      return database.transaction(work, options);
    },
  };
}

/** Runs the job that is a command of the program, whose outcome cannot be written down at once. */
async function executed({ enabled }: { enabled: boolean }): Promise<Row> {
  const { engine } = plumbline.services.get('extras')!;
  const work = unitOfWork(engine, systemScope());
  const job = await engine.database.first<Row>(sql.unsafe`
    UPDATE job SET enabled = ${enabled}::boolean WHERE job_class_name = 'ExportEverything' RETURNING job.*`);
  const user = { id: crypto.randomUUID(), username: 'ada' };
  const result = await queueRun(work, { job: job!, values: {}, queue: 'default', user });
  await beginResult(engine.database, result, 'worker');
  const payload = {
    result,
    job: String(job!.id),
    user,
    origin: 'job' as const,
    sealed: seal(JSON.stringify({ values: {}, lists: {} }), settings.secretKey),
    trace: undefined,
  };
  const parts = { settings, entry, log: engine.log, database: awayFor(2, engine.database) };
  await executeJob(parts, payload, () => undefined);
  return (await engine.database.first<Row>(sql.unsafe`
    SELECT status, result, date_done, (SELECT count(*)::int FROM joblogentry WHERE job_result = jobresult.id AND log_level = 'error') AS errors
    FROM jobresult WHERE id = ${result}`))!;
}

test('a job that has succeeded while the database was away is written down as that', async () => {
  const ended = await executed({ enabled: true });
  expect(ended).toMatchObject({ status: 'SUCCESS', result: { bytes: 10 }, date_done: expect.anything(), errors: 0 });
});

test('one that could not be run is written down as a failure, once', async () => {
  const message = 'This job is not enabled to be run.';
  expect(await executed({ enabled: false })).toMatchObject({
    status: 'FAILURE',
    result: { exc_message: [message] },
    errors: 1,
  });
});
