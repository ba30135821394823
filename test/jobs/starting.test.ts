import { createTestUser, type TestUser } from './users';
import { type JobsWhole, startWithJobs } from './whole';

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

describe('starting jobs', () => {
  let whole: JobsWhole;
  let runner: TestUser;
  const run = (name: string, body?: unknown, headers = {}) =>
    whole.client.call('POST', `extras/jobs/${encodeURIComponent(name)}/run/`, body, { headers });

  beforeAll(async () => {
    whole = await startWithJobs('one');
    for (const name of ['Greet', 'Careful', 'Whisper', 'On button']) await whole.enable(name);
    runner = await createTestUser(whole.client, [
      { object_types: ['extras.job'], actions: ['view', 'run'], constraints: { name: 'Greet' } },
      { object_types: ['extras.jobresult'], actions: ['view'] },
    ]);
  });
  afterAll(() => whole?.stop());

  test('the status counts who runs jobs, and not those who do the background work of services', async () => {
    expect((await whole.client.must(200, 'GET', 'status/')).body['celery-workers-running']).toBe(1);
  });

  test('are given no objects that only their owners may see', async () => {
    const { body } = await whole.client.must(200, 'GET', 'users/tokens/');
    const { status, body: answer } = await run('Greet', { data: { who: 'a', key: body.results[0].id } });
    expect([status, answer]).toEqual([400, { errors: { key: ['There are no objects of the kind users.token.'] } }]);
  });

  test('the variables of a job', async () => {
    const { body } = await whole.client.must(200, 'GET', 'extras/jobs/Greet/variables/');
    expect(body.slice(0, 5)).toEqual([
      { name: 'who', type: 'StringVar', label: 'Who', required: true, max_length: 20, regex: '[a-z ]+$' },
      { name: 'times', type: 'IntegerVar', required: true, default: 1, min_value: 1, max_value: 5 },
      {
        name: 'how',
        type: 'ChoiceVar',
        required: false,
        choices: [
          ['loud', 'Loudly'],
          ['softly', 'softly'],
        ],
      },
      {
        name: 'kinds',
        type: 'MultiChoiceVar',
        required: false,
        choices: [
          ['a', 'a'],
          ['b', 'b'],
        ],
      },
      { name: 'place', type: 'ObjectVar', required: false, model: 'dcim.location' },
    ]);
    expect(body.at(-1)).toMatchObject({ name: 'dryrun', type: 'DryRunVar', default: false });
  });

  const nowhere = '00000000-0000-4000-8000-000000000000';
  test.each<[string, unknown, string]>([
    ['a required variable that is missing', {}, 'who'],
    ['a text that is too long', { who: 'a'.repeat(21) }, 'who'],
    ['a text that does not match', { who: 'A1' }, 'who'],
    ['a text with a null character', { who: 'a\0' }, 'who'],
    ['half a character', { who: 'a\ud800' }, 'who'],
    ['a list where a text belongs', { who: ['a'] }, 'who'],
    ['a number beyond its limit', { who: 'a', times: 9 }, 'times'],
    ['no number', { who: 'a', times: 'many' }, 'times'],
    ['a fraction', { who: 'a', times: 1.5 }, 'times'],
    ['an unknown choice', { who: 'a', how: 'badly' }, 'how'],
    ['an unknown choice of several', { who: 'a', kinds: ['a', 'x'] }, 'kinds'],
    ['an object that is not there', { who: 'a', place: nowhere }, 'place'],
    ['attributes nothing has', { who: 'a', place: { name: 'Nowhere' } }, 'place'],
    ['attributes there are not', { who: 'a', place: { 'no such': 1 } }, 'place'],
    ['a list as an object', { who: 'a', place: [[1]] }, 'place'],
    ['objects that are not there', { who: 'a', places: [nowhere] }, 'places'],
    ['no address', { who: 'a', address: '10.0.0.300' }, 'address'],
    ['an address without its mask', { who: 'a', masked: '10.0.0.1' }, 'masked'],
    ['a mask that is too short', { who: 'a', masked: '10.0.0.1/4' }, 'masked'],
    ['a network with bits beyond its length', { who: 'a', network: '2001:db8::1/64' }, 'network'],
    ['no boolean', { who: 'a', kind: 'perhaps' }, 'kind'],
    ['a file in JSON', { who: 'a', letter: 'text' }, 'letter'],
    ['a variable there is not', { who: 'a', constructor: 1 }, 'constructor'],
    ['a name every object has', { who: 'a', toString: 1 }, 'toString'],
  ])('%s is refused', async (_, data, name) => {
    const { status, body } = await run('Greet', JSON.stringify({ data }));
    expect([status, Object.keys(body.errors ?? body)]).toEqual([400, [name]]);
  });

  test('bodies that are no requests are refused', async () => {
    expect((await run('Greet', { data: [] })).body).toEqual({ errors: ['Job data needs to be a dict'] });
    for (const body of [
      [],
      '"text"',
      'null',
      { data: 'text' },
      { schedule: [] },
      { schedule: 'x' },
      { task_queue: {} },
      { task_queue: { toString: null } },
      { schedule: { interval: [{ toString: null }] } },
    ])
      expect((await run('Greet', body)).status).toBe(400);
    expect((await run('Greet', { data: { who: 'a' }, task_queue: 'fast' })).body).toEqual({
      task_queue: ['"fast" is not a valid choice.'],
    });
    expect((await run('nowhere', {})).status).toBe(404);
    expect((await run('Careful', { task_queue: 'nobody' })).status).toBe(503);
  });

  test.each<[object, string]>([
    [{ name: 'x', start_time: soon(3600) }, 'interval'],
    [{ interval: 'yearly' }, 'interval'],
    [{ interval: 'future', start_time: soon(3600) }, 'name'],
    [{ interval: 'future' }, 'name'],
    [{ interval: 'daily', name: 'x' }, 'start_time'],
    [{ interval: 'custom', name: 'x', start_time: soon(5) }, 'start_time'],
    [{ interval: 'future', name: 'x', start_time: soon(5) }, 'start_time'],
    [{ interval: 'future', name: 'x', start_time: 'tomorrow' }, 'start_time'],
    [{ interval: 'custom', name: 'x' }, 'crontab'],
    [{ interval: 'custom', name: 'x', crontab: '* * * *' }, 'crontab'],
    [{ interval: 'custom', name: 'x', crontab: '61 * * * *' }, 'crontab'],
    [{ interval: 'custom', name: 'x', crontab: '* * * * * *' }, 'crontab'],
    [{ interval: 'custom', name: 'x', crontab: 'H 4 * * *' }, 'crontab'],
    [{ interval: 'custom', name: 'x'.repeat(201), crontab: '* * * * *' }, 'name'],
    [{ interval: 'custom', name: 'half \ud800', crontab: '* * * * *' }, 'name'],
  ])('the schedule %j is refused', async (schedule, field) => {
    const { status, body } = await run('Greet', { data: { who: 'a' }, schedule });
    expect([status, Object.keys(body.schedule ?? body)]).toEqual([400, [field]]);
  });

  test('objects are named by id or attributes and given to the job as the API shows them', async () => {
    const { client } = whole;
    await client.must(201, 'POST', 'dcim/location-types/', { name: 'Greeted places' });
    const { body: place } = await client.must(201, 'POST', 'dcim/locations/', {
      name: 'Here',
      location_type: 'Greeted places',
      status: 'Active',
    });
    for (const [index, naming] of [place.id, { name: 'Here' }, { pk: place.id }].entries()) {
      const id = await whole.begin('Greet', {
        data: { who: `place ${'abc'[index]}`, place: naming, places: [place.id] },
      });
      expect(await whole.ended(id)).toMatchObject({
        result: { place: 'Here' },
        task_kwargs: { place: place.id, places: [place.id] },
      });
    }
  });

  test('a form can bring files', async () => {
    const form = new FormData();
    form.set('who', 'form');
    form.set('times', '2');
    form.append('kinds', 'a');
    form.append('kinds', 'b');
    form.set('letter', new Blob(['dear all']), 'letter.txt');
    const answer = await fetch(`${whole.url}/api/extras/jobs/Greet/run/`, {
      method: 'POST',
      headers: { authorization: `Token ${whole.token}` },
      body: form,
    });
    expect(answer.status).toBe(201);
    const { job_result } = (await answer.json()) as { job_result: { id: string } };
    const result = await whole.ended(job_result.id);
    expect(result).toMatchObject({ result: { letter: 'dear all' }, task_kwargs: { times: 2, kinds: ['a', 'b'] } });
    form.set('kinds', '');
    const emptied = await fetch(answer.url, {
      method: 'POST',
      headers: { authorization: `Token ${whole.token}` },
      body: form,
    });
    const { job_result: none } = (await emptied.json()) as { job_result: { id: string } };
    expect(await whole.ended(none.id)).toMatchObject({ task_kwargs: { kinds: [] } });
    form.set('__proto__', 'x');
    const odd = await fetch(answer.url, {
      method: 'POST',
      headers: { authorization: `Token ${whole.token}` },
      body: form,
    });
    expect([odd.status, await odd.text()]).toEqual([400, expect.stringContaining('__proto__')]);
    form.delete('__proto__');
    form.set('_schedule_interval', 'daily');
    const refused = await fetch(answer.url, {
      method: 'POST',
      headers: { authorization: `Token ${whole.token}` },
      body: form,
    });
    expect([refused.status, Object.keys(((await refused.json()) as { schedule: object }).schedule)]).toEqual([
      400,
      ['name'],
    ]);
  });

  test('only those who may run a job can, and it may do what they may', async () => {
    const as = runner.headers;
    expect((await run('Greet', { data: { who: 'bob' } }, as)).status).toBe(201);
    expect((await run('On button', {}, as)).status).toBe(404);
    const stranger = await createTestUser(whole.client, [{ object_types: ['extras.job'], actions: ['view'] }]);
    expect((await run('Greet', { data: { who: 'bob' } }, stranger.headers)).status).toBe(403);
    const reader = await createTestUser(whole.client, [{ object_types: ['extras.job'], actions: ['view', 'run'] }], {
      write_enabled: false,
    });
    expect((await run('Greet', { data: { who: 'bob' } }, reader.headers)).status).toBe(403);
    // He may start it, and it may not make a tenant for him.
    const { body } = await run('Greet', { data: { who: 'carl' } }, as);
    const result = await whole.ended(body.job_result.id);
    expect(result).toMatchObject({ status: { value: 'FAILURE' }, result: { exc_type: 'ApiError' } });
    expect(result.result.exc_message[0]).toContain('403');
    // What he may not see he cannot name.
    const { body: found } = await whole.client.must(200, 'GET', 'dcim/locations/?limit=1');
    const hidden = await run('Greet', { data: { who: 'dan', place: found.results[0].id } }, as);
    expect([hidden.status, Object.keys(hidden.body.errors)]).toEqual([400, ['place']]);
    const everything = await run(
      'Export Everything',
      {},
      (await createTestUser(whole.client, [{ object_types: ['extras.job'], actions: ['view', 'run'] }])).headers,
    );
    expect(everything.status).toBe(403);
  });

  test('only their own runs are theirs to end', async () => {
    const id = await whole.begin('Greet', { data: { who: 'eve' } });
    const answer = await whole.client.call('POST', `extras/job-results/${id}/cancel/`, undefined, {
      headers: runner.headers,
    });
    expect(answer.status).toBe(403);
    await whole.ended(id);
  });

  test('a job that is sensitive is not scheduled', async () => {
    const schedule = { interval: 'future', name: 'whispered', start_time: soon(3600) };
    expect((await run('Whisper', { data: { word: 'a' }, schedule })).body).toEqual({
      schedule: { interval: ['Unable to schedule job: Job may have sensitive input variables'] },
    });
    const both = await whole.client.call('PATCH', 'extras/jobs/Whisper/', { approval_required: true });
    expect([both.status, both.body]).toEqual([
      400,
      { approval_required: ['A job with sensitive variables cannot also be marked as requiring approval'] },
    ]);
  });

  test('tickets of jobs are not to be made up', async () => {
    for (const ticket of ['Job', 'Job t1.e30.AAAA', 'Job t1.bm90IGpzb24.x', 'Job a.b.c.d'])
      expect(
        (await whole.client.call('GET', 'dcim/devices/', undefined, { headers: { authorization: ticket } })).status,
      ).toBe(403);
  });
});
