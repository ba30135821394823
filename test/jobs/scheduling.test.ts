import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { isLong } from '../harness/long';
import { betweenLooks, type Form } from '../harness/program';
import { asOperator } from '../harness/sql';
import { describeUnless } from '../program/describeUnless';
import { createTestUser, type TestUser } from './users';
import { type JobsWhole, startWithJobs } from './whole';

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** In one process jobs are run by the other suites of this folder. */
const forms: Form[] = isLong ? ['one', 'split'] : ['split'];

for (const form of forms) {
  const missing = form === 'split' ? missingBroker : undefined;
  describeUnless(missing, `jobs that run later, or by themselves (${form})`, () => itRunsLater(form));
}

function itRunsLater(form: Form): void {
  let whole: JobsWhole;
  let approver: TestUser;
  beforeAll(async () => {
    whole = await startWithJobs(form);
    for (const name of ['Greet', 'Careful', 'On change', 'On button']) await whole.enable(name);
    approver = await createTestUser(whole.client, [
      { object_types: ['extras.job'], actions: ['view', 'approve', 'run'] },
      { object_types: ['extras.scheduledjob'], actions: ['view', 'change', 'delete'] },
    ]);
  });
  afterAll(() => whole?.stop());

  const schedule = async (job: string, body: object) =>
    (await whole.client.must(201, 'POST', `extras/jobs/${job}/run/`, body)).body.scheduled_job;
  const resultsOf = async (name: string) =>
    (await whole.client.must(200, 'GET', `extras/job-results/?name=${encodeURIComponent(name)}`)).body.results;
  /** Does to the database what time would do. */
  const inDatabase = async (statement: string): Promise<Record<string, unknown>[]> => {
    let rows: Record<string, unknown>[] = [];
    await asOperator<Record<string, unknown>>(whole.database.url, async (run) => {
      rows = await run(statement);
    });
    return rows;
  };
  const makeDue = (id: string) =>
    inDatabase(`UPDATE extras.scheduledjob SET next_run = now() - interval '90 minutes' WHERE id = '${id}'`);

  /** The result of the run that a schedule of Greet set off, once that has ended. */
  const resultOf = async (id: string) => {
    const look = async () =>
      (await resultsOf('Greet')).find((one: { scheduled_job: { id: string } | null }) => one.scheduled_job?.id === id);
    const found = await eventually('there is a result', 60_000, look, betweenLooks);
    return whole.ended(found.id);
  };

  test('a schedule runs when it is due, again and again', async () => {
    const made = await schedule('Greet', {
      data: { who: 'hourly' },
      schedule: { interval: 'hourly', name: 'each hour', start_time: soon(3600) },
    });
    expect(made).toMatchObject({
      name: 'each hour',
      interval: 'hourly',
      one_off: false,
      enabled: true,
      total_run_count: 0,
      kwargs: { who: 'hourly' },
    });
    const again = await whole.client.call('POST', 'extras/jobs/Greet/run/', {
      data: { who: 'x' },
      schedule: { interval: 'hourly', name: 'each hour', start_time: soon(3600) },
    });
    expect([again.status, Object.keys(again.body.schedule)]).toEqual([400, ['name']]);
    await makeDue(made.id);
    expect(await resultOf(made.id)).toMatchObject({
      status: { value: 'SUCCESS' },
      user: { id: expect.any(String) },
    });
    const { body } = await whole.client.must(200, 'GET', `extras/scheduled-jobs/${made.id}/`);
    expect(body).toMatchObject({ total_run_count: 1, enabled: true, last_run_at: expect.any(String) });
  });

  test('one that runs once is over then; a crontab says when', async () => {
    const once = await schedule('Greet', {
      data: { who: 'once' },
      schedule: { interval: 'future', name: 'once', start_time: soon(3600) },
    });
    expect(once.one_off).toBe(true);
    await makeDue(once.id);
    await eventually('it is over', 60_000, async () => {
      const { body } = await whole.client.must(200, 'GET', `extras/scheduled-jobs/${once.id}/`);
      return body.total_run_count === 1 && body.enabled === false;
    });
    const custom = await schedule('Greet', {
      data: { who: 'cron' },
      schedule: { interval: 'custom', name: 'cron', crontab: '30 4 * * 1' },
    });
    const [row] = await inDatabase(`SELECT next_run FROM extras.scheduledjob WHERE id = '${custom.id}'`);
    expect(new Date(String(row!.next_run)).toISOString()).toMatch(/T04:30:00/);
  });

  describe('a file that was brought', () => {
    /** Schedules a greeting that comes with a letter; answers the schedule's id and the letter's. */
    async function withLetter(name: string, interval: string): Promise<{ id: string; letter: string }> {
      const body = new FormData();
      const said = { who: `letter ${name}`, _schedule_name: `letter ${name}`, _schedule_interval: interval };
      for (const [field, value] of Object.entries(said)) body.set(field, value);
      body.set('_schedule_start_time', soon(3600));
      body.set('letter', new Blob(['dear all']), `${name}.txt`);
      const answer = await fetch(`${whole.url}/api/extras/jobs/Greet/run/`, {
        method: 'POST',
        headers: { authorization: `Token ${whole.token}` },
        body,
      });
      expect(answer.status).toBe(201);
      const { scheduled_job } = (await answer.json()) as {
        scheduled_job: { id: string; kwargs: { letter: string } };
      };
      return { id: scheduled_job.id, letter: scheduled_job.kwargs.letter };
    }
    const isThere = async (letter: string) =>
      (await whole.client.call('GET', `extras/file-proxies/${letter}/`)).status === 200;

    test('is read by the last run, and goes with its result', async () => {
      const { id, letter } = await withLetter('once', 'future');
      await makeDue(id);
      const result = await resultOf(id);
      expect(result).toMatchObject({ status: { value: 'SUCCESS' }, result: { letter: 'dear all' } });
      expect(result.files.map((file: { id: string }) => file.id)).toContain(letter);
      await whole.client.must(204, 'DELETE', `extras/job-results/${result.id}/`);
      expect(await isThere(letter)).toBe(false);
    });

    test('is there for every run, and goes when these are called off', async () => {
      const { id, letter } = await withLetter('daily', 'daily');
      await makeDue(id);
      const result = await resultOf(id);
      expect(result).toMatchObject({ status: { value: 'SUCCESS' }, result: { letter: 'dear all' } });
      await whole.client.must(204, 'DELETE', `extras/job-results/${result.id}/`);
      expect(await isThere(letter)).toBe(true);
      await whole.client.must(200, 'POST', `extras/scheduled-jobs/${id}/deny/`);
      expect(await isThere(letter)).toBe(false);
    });
  });

  describe('what was allowed when it was asked for', () => {
    const greeting = { name: 'Greet', interval: 'hourly', start_time: soon(3600) };
    const scheduledBy = async ({ headers }: TestUser, name: string, job = 'Greet') => {
      const body = { data: { who: name }, schedule: { ...greeting, name } };
      const made = await whole.client.must(201, 'POST', `extras/jobs/${encodeURIComponent(job)}/run/`, body, {
        headers,
      });
      return made.body.scheduled_job.id as string;
    };
    const runner = () =>
      createTestUser(whole.client, [
        { object_types: ['extras.job'], actions: ['view', 'run'] },
        { object_types: ['tenancy.tenant'], actions: ['view', 'add'] },
      ]);
    /** How the run ended that a schedule set off, and whether the schedule goes on. */
    async function runOf(id: string) {
      await makeDue(id);
      const { status, result: outcome } = await resultOf(id);
      const { body } = await whole.client.must(200, 'GET', `extras/scheduled-jobs/${id}/`);
      return { status: status.value, said: outcome?.exc_message?.[0], enabled: body.enabled };
    }

    test('still runs', async () => {
      const user = await runner();
      expect(await runOf(await scheduledBy(user, `may ${form}`))).toMatchObject({ status: 'SUCCESS', enabled: true });
    });

    test('is over for somebody who is not active any more', async () => {
      const user = await runner();
      const id = await scheduledBy(user, `inactive ${form}`);
      await whole.client.must(200, 'PATCH', `users/users/${user.id}/`, { is_active: false });
      const said = 'The user this job is scheduled by is not active any more.';
      expect(await runOf(id)).toEqual({ status: 'FAILURE', said, enabled: false });
    });

    test('is over for somebody who has lost the permission', async () => {
      const user = await runner();
      const id = await scheduledBy(user, `forbidden ${form}`);
      const { results } = (await whole.client.must(200, 'GET', `users/permissions/?users=${user.id}`)).body;
      for (const permission of results) await whole.client.must(204, 'DELETE', `users/permissions/${permission.id}/`);
      const said = 'The user this job is scheduled by may not run it any more.';
      expect(await runOf(id)).toEqual({ status: 'FAILURE', said, enabled: false });
    });

    test('waits for a job that is switched off to be switched on again', async () => {
      const id = await scheduledBy(await runner(), `switched off ${form}`);
      await whole.client.must(200, 'PATCH', 'extras/jobs/Greet/', { enabled: false });
      const said = 'This job is not enabled to be run.';
      expect(await runOf(id)).toEqual({ status: 'FAILURE', said, enabled: true });
      await whole.enable('Greet');
    });
  });

  test('one that must be approved waits for somebody else', async () => {
    const { client } = whole;
    const waiting = await schedule('Careful', { data: { what: 'dangerous' } });
    expect(waiting).toMatchObject({ interval: 'immediately', approval_required: true, approved_at: null });
    expect(waiting.name).toMatch(/^Careful - \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{6})?\+00:00$/);
    const own = await client.call('POST', `extras/scheduled-jobs/${waiting.id}/approve/`);
    expect([own.status, own.body]).toEqual([403, 'You cannot approve your own job request!']);
    expect(await resultsOf('Careful')).toEqual([]);
    const stranger = await createTestUser(client, [
      { object_types: ['extras.scheduledjob'], actions: ['view', 'change'] },
    ]);
    const refused = await client.call('POST', `extras/scheduled-jobs/${waiting.id}/approve/`, undefined, {
      headers: stranger.headers,
    });
    expect(refused.status).toBe(403);
    const { body } = await client.must(200, 'POST', `extras/scheduled-jobs/${waiting.id}/approve/`, undefined, {
      headers: approver.headers,
    });
    expect(body).toMatchObject({ approved_by_user: { id: approver.id }, approved_at: expect.any(String) });
    const [result] = await eventually('it has run', 60_000, async () => {
      const found = await resultsOf('Careful');
      return found.length > 0 && found;
    });
    expect(await whole.ended(result.id)).toMatchObject({ status: { value: 'SUCCESS' }, result: 'dangerous' });
    const lines = (await client.must(200, 'GET', `extras/job-results/${result.id}/logs/`)).body;
    expect(lines.map(({ message }: { message: string }) => message)).toContain('for admin');
  });

  test('one whose time is over is approved by force; one that nobody wants goes', async () => {
    const { client } = whole;
    const late = await schedule('Careful', { schedule: { interval: 'future', name: 'late', start_time: soon(3600) } });
    await inDatabase(`UPDATE extras.scheduledjob SET start_time = now() - interval '1 hour' WHERE id = '${late.id}'`);
    const options = { headers: approver.headers };
    await client.must(400, 'POST', `extras/scheduled-jobs/${late.id}/approve/`, undefined, options);
    const again = { headers: { ...approver.headers, 'idempotency-key': `approve ${late.id}` } };
    const forced = `extras/scheduled-jobs/${late.id}/approve/?force=true`;
    const approved = await client.must(200, 'POST', forced, undefined, again);
    await eventually('it is over', 60_000, async () => {
      const { body } = await client.must(200, 'GET', `extras/scheduled-jobs/${late.id}/`);
      return body.enabled === false;
    });
    await client.must(409, 'POST', forced, undefined, options);
    expect((await client.must(200, 'POST', forced, undefined, again)).text).toBe(approved.text);
    const unwanted = await schedule('Careful', {});
    const whoMayApprove = (name: string) =>
      createTestUser(client, [
        { object_types: ['extras.scheduledjob'], actions: ['view', 'delete'] },
        { object_types: ['extras.job'], actions: ['approve'], constraints: { name } },
      ]);
    const [other, denier] = [await whoMayApprove('Greet'), await whoMayApprove('Careful')];
    await client.must(403, 'POST', `extras/scheduled-jobs/${unwanted.id}/deny/`, undefined, other);
    const key = { headers: { ...denier.headers, 'idempotency-key': `deny ${unwanted.id}` } };
    for (const _ of ['first', 'again']) {
      const denied = await client.must(200, 'POST', `extras/scheduled-jobs/${unwanted.id}/deny/`, undefined, key);
      expect(denied.text).toBe('');
    }
    await client.must(404, 'POST', `extras/scheduled-jobs/${unwanted.id}/deny/`);
    await client.must(404, 'GET', `extras/scheduled-jobs/${unwanted.id}/`);
  });

  test('a run that is asked for again by its key is answered as before, whatever may be run now', async () => {
    const { client } = whole;
    const key = { headers: { 'idempotency-key': `run ${form}` } };
    const send = (who: string) => client.call('POST', 'extras/jobs/Greet/run/', { data: { who } }, key);
    const first = await send('ada');
    expect(first.status).toBe(201);
    await client.must(200, 'PATCH', 'extras/jobs/Greet/', { enabled: false });
    const again = await send('ada');
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect((await send('bob')).status).toBe(422);
    expect((await client.call('POST', 'extras/jobs/Greet/run/', { data: { who: 'ada' } })).status).toBe(403);
    await whole.enable('Greet');
  });

  test.each([
    { interval: 'custom', crontab: '30 3 1 1 *' },
    { interval: 'daily', start_time: soon(3600) },
  ])('one that is repeated ($interval) waits for its next time when it is approved late', async (when) => {
    const { client } = whole;
    const { id } = await schedule('Careful', { schedule: { name: `${when.interval} and late`, ...when } });
    const nextOf = async () => {
      const [row] = await inDatabase(
        `SELECT next_run::text AS next, next_run > now() AS ahead FROM extras.scheduledjob WHERE id = '${id}'`,
      );
      return row!;
    };
    const { next } = await nextOf();
    await inDatabase(`UPDATE extras.scheduledjob SET next_run = next_run - interval '10 years' WHERE id = '${id}'`);
    const path = `extras/scheduled-jobs/${id}/`;
    await client.must(200, 'POST', `${path}approve/`, undefined, { headers: approver.headers });
    expect(await nextOf()).toEqual({ next, ahead: true });
    expect((await client.must(200, 'GET', path)).body).toMatchObject({ total_run_count: 0, enabled: true });
  });

  test('it may be tried without approval', async () => {
    const { client } = whole;
    const waiting = await schedule('Careful', { data: { what: 'tried' } });
    const { body } = await client.must(200, 'POST', `extras/scheduled-jobs/${waiting.id}/dry-run/`);
    expect(await whole.ended(body.id)).toMatchObject({ task_kwargs: { what: 'tried', dryrun: true }, result: 'tried' });
    const { body: direct } = await client.must(201, 'POST', 'extras/jobs/Careful/run/', { data: { dryrun: true } });
    expect(direct.scheduled_job).toBe(null);
    const plain = await schedule('Greet', {
      data: { who: 'x' },
      schedule: { interval: 'daily', name: 'plain', start_time: soon(60) },
    });
    await client.must(200, 'POST', `extras/scheduled-jobs/${plain.id}/dry-run/`);
    const { body: buttons } = await client.must(201, 'POST', 'extras/jobs/On%20button/run/', {
      data: { object_pk: 'x', object_model_name: 'dcim.device' },
      schedule: { interval: 'daily', name: 'buttons', start_time: soon(60) },
    });
    await client.must(405, 'POST', `extras/scheduled-jobs/${buttons.scheduled_job.id}/dry-run/`);
  });

  test('changes set off the jobs of hooks, and what those change sets off nothing', async () => {
    const { client } = whole;
    const hook = {
      name: 'tenants',
      job: { name: 'On change' },
      content_types: ['tenancy.tenant'],
      type_create: true,
      type_update: true,
    };
    await client.must(201, 'POST', 'extras/job-hooks/', hook);
    const { body: tenant } = await client.must(201, 'POST', 'tenancy/tenants/', { name: `hooked ${form}` });
    await eventually('the hook has seen it', 60_000, async () => {
      const { body } = await client.must(200, 'GET', `tenancy/tenants/${tenant.id}/`);
      return body.description === 'seen';
    });
    const changes = async () =>
      (await client.must(200, 'GET', `extras/object-changes/?changed_object_id=${tenant.id}`)).body.results;
    expect((await changes()).map(({ change_context }: { change_context: string }) => change_context)).toEqual([
      'job-hook',
      'web',
    ]);
    await eventually('every run is over', 60_000, async () =>
      (await resultsOf('On change')).every(({ status }: { status: { value: string } }) => status.value === 'SUCCESS'),
    );
    await client.must(200, 'PATCH', `tenancy/tenants/${tenant.id}/`, { description: 'changed' });
    await eventually('the change was seen as well', 60_000, async () => (await resultsOf('On change')).length === 2);
  });

  test('a button is a job that is told of an object', async () => {
    const { client } = whole;
    const button = { name: 'press', text: 'Press', job: { name: 'On button' }, content_types: ['dcim.device'] };
    await client.must(201, 'POST', 'extras/job-buttons/', button);
    const data = { object_pk: '1', object_model_name: 'dcim.device' };
    const result = await whole.ended(await whole.begin('On button', { data }));
    expect(result.result).toEqual(data);
  });

  test('buttons say what their templates make of an object, without those that say nothing', async () => {
    const { client } = whole;
    const tenant = (await client.must(201, 'POST', 'tenancy/tenants/', { name: 'Acme' })).body.id;
    const aButton = (name: string, text: string, more: object = {}) =>
      client.must(201, 'POST', 'extras/job-buttons/', {
        name,
        text,
        job: { name: 'On button' },
        content_types: ['tenancy.tenant'],
        ...more,
      });
    await aButton('greet', 'Greet {{ obj.name }}', { group_name: 'Mail', button_class: 'danger', confirmation: false });
    await aButton('nobody', '{% if obj.name == "Other" %}Only theirs{% endif %}');
    await aButton('broken', '{{ obj.nosuch.name }}');
    const path = `extras/rendered-job-buttons/?content_type=tenancy.tenant&object_id=${tenant}`;
    const job = (await client.must(200, 'GET', 'extras/jobs/?name=On button')).body.results[0].id;
    expect((await client.must(200, 'GET', path)).body).toEqual([
      {
        id: expect.any(String),
        name: 'broken',
        group_name: '',
        button_class: 'default',
        confirmation: true,
        job,
        text: '',
        problem: expect.stringMatching(/undefined/),
      },
      {
        id: expect.any(String),
        name: 'greet',
        group_name: 'Mail',
        button_class: 'danger',
        confirmation: false,
        job,
        text: 'Greet Acme',
        problem: '',
      },
    ]);
    await client.must(404, 'GET', path.replace(tenant, '11111111-1111-4111-8111-111111111111'));
  });

  test('buttons stand on pages of objects whose ids are numbers, too', async () => {
    const { client } = whole;
    const group = (await client.must(201, 'POST', 'users/groups/', { name: 'Operators' })).body.id;
    const given = { text: 'Tell {{ obj.name }}', job: { name: 'On button' }, content_types: ['auth.group'] };
    await client.must(201, 'POST', 'extras/job-buttons/', { name: 'tell', ...given });
    const path = 'extras/rendered-job-buttons/?content_type=auth.group&object_id=';
    expect((await client.must(200, 'GET', path + group)).body).toMatchObject([
      { name: 'tell', text: 'Tell Operators' },
    ]);
    expect((await client.must(400, 'GET', `${path}x`)).body).toEqual({ object_id: ['This is not an id.'] });
  });

  test('results go with their logs and files', async () => {
    const { client } = whole;
    const id = await whole.begin('Greet', { data: { who: 'gone' } });
    const ended = await whole.ended(id);
    expect(ended).toMatchObject({ status: { value: 'SUCCESS' }, traceback: null, files: [{}] });
    await client.must(204, 'DELETE', `extras/job-results/${id}/`);
    await client.must(404, 'GET', `extras/file-proxies/${ended.files[0].id}/`);
    expect((await client.must(400, 'GET', `extras/job-logs/?job_result=${id}`)).body.job_result).toBeDefined();
    await client.must(404, 'GET', `extras/job-results/${id}/logs/`);
  });
}
