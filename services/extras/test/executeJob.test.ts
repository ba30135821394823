import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { type ChangeRecord, inTransaction, seal, systemScope, unitOfWork } from '@plumbline/engine';
import { defineJob, describeJob } from '@plumbline/jobs';
import type { Row } from '@plumbline/model';
import type { Runner } from '@plumbline/queue';
import { type Database, DatabaseUnavailable, type Sql, sql } from '@plumbline/store';
import { expectStatus, startTestServices, type TestServices, testSettings } from '@plumbline/testkit';
import { extrasService } from '../src';
import { type FoundJob, installJobs, putBackJobs } from '../src/jobs/installJobs';
import { queueRun, queueTask } from '../src/jobs/queueRun';
import { beginResult, demandUnderWay } from '../src/jobs/results';
import { scheduleRun } from '../src/jobs/scheduleRun';
import { setOffJobs } from '../src/jobs/setOffJobs';
import { createDiscovery } from '../src/worker/discovery';
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

describe('a repository is not synced', () => {
  const sync = () => plumbline.request('POST', `/api/extras/git-repositories/${id}/sync/`);
  let id: string;
  beforeAll(async () => {
    const repository = { name: 'nowhere', slug: 'nowhere', remote_url: 'https://127.0.0.1:1/nowhere.git' };
    ({ id } = expectStatus(await plumbline.request('POST', '/api/extras/git-repositories/', repository), 201).body);
  });

  test('while the job that does it is switched off, nor where it was meanwhile', async () => {
    const { engine } = plumbline.services.get('extras')!;
    const user = { id: crypto.randomUUID(), username: 'ada' };
    const [result, ofDeleted] = await inTransaction(unitOfWork(engine, systemScope()), async (work) => {
      const job = await work.sql.first<Row>(sql.unsafe`
        UPDATE job SET enabled = false WHERE job_class_name = 'GitRepositorySync' RETURNING job.*`);
      const queue = () => queueRun(work, { job: job!, values: { repository: id }, queue: 'default', user });
      const queued = [await queue(), await queue()] as const;
      await work.sql.run(sql.unsafe`UPDATE jobresult SET job_model = NULL WHERE id = ${queued[1]}::uuid`);
      return queued;
    });
    expectStatus(await sync(), 403);
    const ended = async (run: string): Promise<Row> =>
      (await engine.database.first<Row>(
        sql.unsafe`SELECT result FROM jobresult WHERE id = ${run}::uuid AND date_done IS NOT NULL`,
      )) ?? ended(run);
    expect(await ended(result)).toMatchObject({ result: { exc_message: ['This job is not enabled to be run.'] } });
    expect(await ended(ofDeleted)).toMatchObject({ result: { exc_message: ['This job is not installed any more.'] } });
  });

  test('where that job was deleted', async () => {
    expectStatus(await plumbline.request('DELETE', '/api/extras/jobs/Git%20Repository%3A%20Sync/'), 204);
    expect(expectStatus(await sync(), 409).body).toMatchObject({ detail: expect.stringMatching(/was deleted/) });
  });
});

test('nobody ends a run any more that has kept what it did', async () => {
  const { engine } = plumbline.services.get('extras')!;
  const user = { id: crypto.randomUUID(), username: 'ada' };
  const result = await inTransaction(unitOfWork(engine, systemScope()), async (work) => {
    const id = await queueTask(work, { task: 'nothing', name: 'kept', payload: {}, user });
    await beginResult(work.sql, id, 'worker');
    return id;
  });
  const cancel = () => plumbline.request('POST', `/api/extras/job-results/${result}/cancel/`);
  const undone = engine.database.transaction(async (tx) => {
    await demandUnderWay(tx, result);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await engine.database.transaction((tx) => demandUnderWay(tx, result));
  expectStatus(await cancel(), 409);
  await engine.database.run(sql.unsafe`UPDATE jobresult SET kept_at = NULL WHERE id = ${result}::uuid`);
  expectStatus(await cancel(), 200);
});

test('a change is taken in whatever the queue of a job is called that it sets off', async () => {
  const { engine } = plumbline.services.get('extras')!;
  const work = unitOfWork(engine, systemScope());
  const job = await engine.database.first<Row>(sql.unsafe`
    UPDATE job SET enabled = true, task_queues = ${JSON.stringify(['q'.repeat(130)])}::jsonb
    WHERE job_class_name = 'DataQuality' RETURNING job.*`);
  const hook = {
    id: crypto.randomUUID(),
    name: 'odd',
    content_types: ['extras.tag'],
    enabled: true,
    type_create: true,
  };
  await engine.database.run(sql.unsafe`
    INSERT INTO jobhook SELECT item.* FROM jsonb_populate_record(NULL::jobhook, ${JSON.stringify({
      ...hook,
      ...{ type_update: false, type_delete: false, paused: false, job: job!.id, tags: [], custom_fields: {} },
      ...{ created: new Date(), last_updated: new Date() },
    })}::jsonb) item`);
  const user_id = crypto.randomUUID();
  const change = { id: crypto.randomUUID(), user_id, user_name: 'ada', action: 'create', label: 'extras.tag' };
  await setOffJobs(work, [change as ChangeRecord]);
  const [result] = await engine.database.rows(
    sql.unsafe`SELECT status FROM jobresult WHERE job_model = ${String(job!.id)}::uuid`,
  );
  expect(result).toEqual({ status: 'FAILURE' });
});

test('what one worker finds is put back, and what another finds stays', async () => {
  const { database } = plumbline.services.get('extras')!.engine;
  const [mine, others] = ['Mine', 'Others'].map(
    (exportName): FoundJob => ({
      moduleName: 'found',
      description: describeJob(defineJob({ name: exportName, run: () => undefined }), exportName, 'found'),
      origin: { kind: 'folder', path: 'found.ts', exportName },
    }),
  ) as [FoundJob, FoundJob];
  const installed = () =>
    database.rows(sql.unsafe`
      SELECT name, description FROM job WHERE module_name = 'found' AND installed ORDER BY name`);
  await database.transaction((tx) => installJobs(tx, ['folder'], [mine, others]));
  const both = await installed();
  expect(both).toHaveLength(2);
  const older = { ...mine, description: { ...mine.description, description: 'as an older worker has it' } };
  await database.transaction((tx) => putBackJobs(tx, [older]));
  expect(await installed()).toEqual(both);
  await database.run(sql.unsafe`UPDATE job SET installed = false WHERE module_name = 'found'`);
  await database.run(sql.unsafe`DELETE FROM job WHERE module_name = 'found' AND job_class_name = 'Others'`);
  await database.transaction((tx) => putBackJobs(tx, [mine, others]));
  expect(await installed()).toEqual(both);
  await database.transaction((tx) => installJobs(tx, [], [older]));
  expect(await installed()).toMatchObject([{ description: older.description.description }, { name: 'Others' }]);
  await database.transaction((tx) => installJobs(tx, ['folder'], [others]));
  expect(await installed()).toMatchObject([{ name: 'Others' }]);
});

test('a worker that says its jobs anew takes away none that another finds', async () => {
  const { database, log } = plumbline.services.get('extras')!.engine;
  const jobs = { ...settings.jobs, folder: join(folder, 'jobs') };
  const discovery = createDiscovery(database, { ...settings, jobs }, log);
  await discovery.look();
  const job = defineJob({ name: 'Elsewhere', run: () => undefined });
  const elsewhere: FoundJob = {
    moduleName: 'elsewhere',
    description: describeJob(job, 'Elsewhere', 'elsewhere'),
    origin: { kind: 'folder', path: 'elsewhere.ts', exportName: 'Elsewhere' },
  };
  await database.transaction((tx) => putBackJobs(tx, [elsewhere]));
  const now = Date.now();
  const later = jest.spyOn(Date, 'now').mockReturnValue(now + 11 * 60_000);
  await discovery.look().finally(() => later.mockRestore());
  const found = await database.rows(sql.unsafe`SELECT installed FROM job WHERE module_name = 'elsewhere'`);
  expect(found).toEqual([{ installed: true }]);
});

test('whoever cannot run a queue hears why, and nobody counts on it', async () => {
  const { queue, database } = plumbline.services.get('extras')!.engine;
  const { exitCode } = process;
  // As another version of the library leaves them that this one cannot work with.
  await database.run(sql.unsafe`INSERT INTO extras_queue.migrations (id, breaking) VALUES (999999, true)`);
  const options = { name: 'stranger', tasks: { nothing: async () => {} }, concurrency: 1, onFailure: () => {} };
  const begun = queue!
    .run(options)
    .finally(() => database.run(sql.unsafe`DELETE FROM extras_queue.migrations WHERE id = 999999`));
  await expect(begun).rejects.toThrow(/999999/);
  process.exitCode = exitCode;
  expect(await database.rows(sql.unsafe`SELECT FROM extras_queue.runner WHERE name = 'stranger'`)).toEqual([]);
});

/** Does something in one transaction and, when another has to wait for that on a table, lets it go on. */
async function whileHeld(table: string, hold: Sql, other: () => Promise<unknown>): Promise<void> {
  const { database } = plumbline.services.get('extras')!.engine;
  const isWaitedFor = sql.unsafe`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${`%${table}%`}`;
  const begun: Promise<unknown>[] = [];
  await database.transaction(async (tx) => {
    await tx.run(hold);
    let isOver = false;
    begun.push(
      other().finally(() => {
        isOver = true;
      }),
    );
    while (!isOver && (await database.rows(isWaitedFor)).length === 0) await setImmediate();
  });
  await Promise.all(begun);
}

test('what somebody says of a job while its file is taken in stays', async () => {
  const { database } = plumbline.services.get('extras')!.engine;
  const saying = (description: string): FoundJob => ({
    moduleName: 'said',
    description: { ...describeJob(defineJob({ run: () => undefined }), 'Said', 'said'), description },
    origin: { kind: 'folder', path: 'said.ts', exportName: 'Said' },
  });
  const install = (found: FoundJob) => database.transaction((tx) => installJobs(tx, [], [found]));
  await install(saying('before'));
  await whileHeld(
    'job',
    sql.unsafe`UPDATE job SET description = 'mine', description_override = true WHERE module_name = 'said'`,
    () => install(saying('after')),
  );
  expect(await database.rows(sql.unsafe`SELECT description FROM job WHERE module_name = 'said'`)).toEqual([
    { description: 'mine' },
  ]);
});

test('a schedule that is approved once more while its time comes does not run again for that', async () => {
  const { engine } = plumbline.services.get('extras')!;
  const work = unitOfWork(engine, systemScope());
  const start = new Date(Date.now() + 3_600_000).toISOString();
  const schedule = { name: 'approved', interval: 'hourly' as const, crontab: '', start };
  const wanted = { values: {}, queue: 'default', files: new Map(), schedule, name: undefined };
  const user = { id: crypto.randomUUID(), username: 'ada' };
  const id = await inTransaction(work, async (inner) => {
    const job = (await inner.sql.first<Row>(
      sql.unsafe`SELECT job.* FROM job WHERE job_class_name = 'ExportEverything'`,
    ))!;
    return scheduleRun(inner, job, wanted, user);
  });
  await whileHeld(
    'scheduledjob',
    sql.unsafe`UPDATE scheduledjob SET next_run = '2126-01-01', total_run_count = 1 WHERE id = ${id}::uuid`,
    async () => expectStatus(await plumbline.request('POST', `/api/extras/scheduled-jobs/${id}/approve/`), 200),
  );
  expect(
    await engine.database.rows(sql.unsafe`
      SELECT next_run = '2126-01-01' AS is_next, approved_at IS NOT NULL AS is_approved FROM scheduledjob WHERE id = ${id}::uuid`),
  ).toEqual([{ is_next: true, is_approved: true }]);
});

test('whoever runs a queue hears that it is not worked on any more, and the service begins again', async () => {
  const { engine } = plumbline.services.get('extras')!;
  const { queue, database } = engine;
  const { exitCode } = process;
  let over: unknown;
  const onFailure = (error: unknown) => {
    over = error;
  };
  const runner = await queue!.run({ name: 'ending', tasks: { nothing: async () => {} }, concurrency: 1, onFailure });
  // What the library is told when another version has changed its tables.
  while (!over)
    await database.run(sql.unsafe`SELECT pg_notify('worker:migrate', '{"breaking":true,"migrationNumber":99}')`);
  process.exitCode = exitCode;
  await runner.stop();
  expect(over).toEqual(new Error('The queue is not worked on any more.'));
  const user = { id: crypto.randomUUID(), username: 'ada' };
  const task = { task: 'nothing', name: 'after it', payload: {}, user };
  const result = await queueTask(unitOfWork(engine, systemScope()), task);
  const ended = async (): Promise<Row> =>
    (await database.first<Row>(
      sql.unsafe`SELECT status FROM jobresult WHERE id = ${result}::uuid AND date_done IS NOT NULL`,
    )) ?? ended();
  expect(await ended()).toEqual({ status: 'FAILURE' });
});
