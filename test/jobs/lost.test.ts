import { randomUUID } from 'node:crypto';
import { eventually } from '../harness/eventually';
import { asOperator } from '../harness/sql';
import { type JobsWhole, startWithJobs } from './whole';

describe('runs that something happens to before they begin', () => {
  let whole: JobsWhole;
  beforeAll(async () => {
    whole = await startWithJobs('one');
    for (const name of ['Greet', 'On change', 'Slow']) await whole.enable(name);
  });
  afterAll(() => whole?.stop());

  const inDatabase = (...statements: string[]) =>
    asOperator(whole.database.url, async (run) => {
      for (const statement of statements) await run(statement);
    });
  const make = async (path: string, body: object) => (await whole.client.must(201, 'POST', path, body)).body;
  const statusOf = async (id: string) =>
    (await whole.client.must(200, 'GET', `extras/job-results/${id}/`)).body.status.value;
  /** The result of the newest run of this name, as soon as there are more than before. */
  const newest = async (name: string, setOff: () => Promise<unknown>): Promise<string> => {
    const list = async () =>
      (await whole.client.must(200, 'GET', `extras/job-results/?name=${encodeURIComponent(name)}`)).body;
    const before = (await list()).count;
    await setOff();
    return eventually('there is a result', 60_000, async () => {
      const { count, results } = await list();
      return count > before && results[0].id;
    });
  };

  describe('the connection is lost over which they would have', () => {
    beforeAll(() =>
      inDatabase(
        'CREATE SEQUENCE extras.cut',
        `CREATE FUNCTION extras.cut() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
           IF nextval('extras.cut') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
           RETURN new;
         END $$`,
        `CREATE TRIGGER cut BEFORE UPDATE ON extras.jobresult FOR EACH ROW
           WHEN (new.status = 'STARTED') EXECUTE FUNCTION extras.cut()`,
      ),
    );
    beforeEach(() => inDatabase('ALTER SEQUENCE extras.cut RESTART'));
    afterAll(() => inDatabase('DROP TRIGGER cut ON extras.jobresult'));

    test('one that somebody asks for', async () => {
      const id = await whole.begin('Greet', { data: { who: 'asked' } });
      expect(await whole.ended(id)).toMatchObject({ status: { value: 'SUCCESS' } });
    });

    test('one whose time has come', async () => {
      const start_time = new Date(Date.now() + 3600 * 1000).toISOString();
      const id = await newest('Greet', async () => {
        await make('extras/jobs/Greet/run/', {
          data: { who: 'later' },
          schedule: { interval: 'future', name: 'later', start_time },
        });
        await inDatabase('UPDATE extras.scheduledjob SET next_run = now()');
      });
      expect(await whole.ended(id)).toMatchObject({ status: { value: 'SUCCESS' } });
    });

    test('one that a change sets off', async () => {
      await make('extras/job-hooks/', {
        name: 'hook',
        job: { name: 'On change' },
        content_types: ['dcim.manufacturer'],
        type_create: true,
      });
      const id = await newest('On change', () => make('dcim/manufacturers/', { name: 'hooked' }));
      expect(await whole.ended(id)).toMatchObject({ status: { value: 'SUCCESS' } });
    });

    test('background work of our own', async () => {
      const { id: repository } = await make('extras/git-repositories/', {
        name: 'nowhere',
        remote_url: 'http://127.0.0.1:9/nowhere.git',
        provided_contents: ['extras.job'],
      });
      const id = await newest('Git Repository: Sync', () =>
        whole.client.must(200, 'POST', `extras/git-repositories/${repository}/sync/`),
      );
      const { status, worker } = await whole.ended(id);
      expect([status.value, worker]).toEqual(['FAILURE', expect.stringMatching(/^extras@/)]);
    });
  });

  test('and one that goes on while nobody can say so is not taken for lost', async () => {
    const running = await whole.begin('Slow');
    await whole.reaches(running, 'STARTED');
    const worker = whole.partPid('worker')!;
    try {
      process.kill(worker, 'SIGSTOP');
      const missing = await whole.begin('Greet', { data: { who: 'nobody' } });
      await inDatabase(
        'BEGIN; LOCK TABLE extras_queue.runner',
        `DELETE FROM extras_queue._private_jobs WHERE key = '${missing}'`,
        'SELECT pg_sleep(21)',
        'COMMIT',
      );
      expect(await whole.ended(missing)).toMatchObject({ result: { exc_message: ['This was lost before it began.'] } });
    } finally {
      process.kill(worker, 'SIGCONT');
    }
    const next = await eventually('its worker gives signs again', 60_000, async () => {
      const { status, body } = await whole.client.call('POST', 'extras/jobs/Greet/run/', { data: { who: 'again' } });
      return status === 201 && body.job_result.id;
    });
    expect(await whole.ended(next)).toMatchObject({ status: { value: 'SUCCESS' } });
    expect(await statusOf(running)).toBe('STARTED');
    await whole.client.must(200, 'POST', `extras/job-results/${running}/cancel/`);
  });

  test('fail when the queue has lost them, and wait while it has not', async () => {
    await whole.client.must(200, 'PATCH', 'extras/jobs/Slow/', {
      task_queues: ['elsewhere'],
      task_queues_override: true,
    });
    await inDatabase(
      `INSERT INTO extras_queue.runner VALUES ('${randomUUID()}', '{job:elsewhere}', now() + interval '1 hour')`,
    );
    const begun: string[] = [];
    while (begun.length < 5) begun.push(await whole.begin('Slow'));
    const [waiting, justTaken, taken, failed, missing] = begun;
    const queued = 'extras_queue._private_jobs';
    const lockedAt = (key: string | undefined, moment: string) =>
      `UPDATE ${queued} SET attempts = 1, locked_by = 'elsewhere', locked_at = ${moment} WHERE key = '${key}'`;
    await inDatabase(
      lockedAt(justTaken, "now() + interval '1 hour'"),
      lockedAt(taken, "now() - interval '2 minutes'"),
      `UPDATE ${queued} SET attempts = 1, last_error = 'lost' WHERE key = '${failed}'`,
      `DELETE FROM ${queued} WHERE key = '${missing}'`,
    );
    for (const id of [taken, failed, missing])
      expect(await whole.ended(id!)).toMatchObject({
        status: { value: 'FAILURE' },
        result: { exc_type: 'WorkerLostError', exc_message: ['This was lost before it began.'] },
      });
    expect([await statusOf(waiting!), await statusOf(justTaken!)]).toEqual(['PENDING', 'PENDING']);
  });
});
