import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../harness/eventually';
import { isRunning, signal } from '../harness/processes';
import { killPart } from '../harness/program';
import { type JobsWhole, startWithJobs } from './whole';

describe('jobs run by a worker', () => {
  let whole: JobsWhole;
  beforeAll(async () => {
    whole = await startWithJobs('one', { PLUMBLINE_JOB_PACKAGES: 'shared-jobs,not-installed' });
    for (const name of [
      'Greet',
      'Slow',
      'Stubborn',
      'Polite',
      'Waiting',
      'Broken',
      'Mumbler',
      'Garbled',
      'Prolific',
      'Bulky',
      'Hasty',
      'Ranting',
      'Greedy',
      'Quitter',
      'Dropping',
      'Forbidden',
      'Secretive',
      'Whisper',
      'Packaged',
      'Even',
    ])
      await whole.enable(name);
  });
  afterAll(() => whole?.stop());

  test('are found in their files, disabled; a file that cannot be read has none', async () => {
    const { body } = await whole.client.must(200, 'GET', 'extras/jobs/?limit=0');
    const found = body.results.map(
      ({ module_name, job_class_name }: Record<string, string>) => `${module_name}.${job_class_name}`,
    );
    expect(found).toEqual(
      expect.arrayContaining(['greet.Greet', 'slow.Slow', 'bad.Broken', 'nautobot.core.jobs.ExportObjectList']),
    );
    expect(found.some((name: string) => name.startsWith('broken-file') || name.startsWith('words'))).toBe(false);
    const careful = body.results.find(({ name }: Record<string, string>) => name === 'Careful');
    expect(careful).toMatchObject({
      enabled: false,
      installed: true,
      task_queues: ['default', 'nobody'],
      supports_dryrun: true,
    });
    await whole.client.must(403, 'POST', 'extras/jobs/Careful/run/', {});
  });

  test('are left out where what they say cannot be kept, or another has their name; others are there, however long they may take', async () => {
    const { body } = await whole.client.must(200, 'GET', 'extras/jobs/?module_name=odd&module_name=nautobot.core.jobs');
    expect(body.results.map(({ name }: Record<string, string>) => name)).toEqual(
      expect.arrayContaining(['Even', 'Git Repository: Sync']),
    );
    const odd = body.results.filter(({ module_name }: Record<string, string>) => module_name === 'odd');
    expect(odd.map(({ name }: Record<string, string>) => name)).toEqual(['Even']);
    expect(await whole.ended(await whole.begin('Even'))).toMatchObject({ status: { value: 'SUCCESS' }, result: 'odd' });
  });

  test('of an installed package are named after it, and may use its other files', async () => {
    expect(await whole.ended(await whole.begin('Packaged'))).toMatchObject({
      status: { value: 'SUCCESS' },
      task_name: 'shared-jobs.Packaged',
      result: ['from', 'a', 'package'],
    });
  });

  test('may be modules that say where they are, import when they need it, and log, return and throw whatever they like', async () => {
    await whole.enable('Modern');
    expect(await whole.ended(await whole.begin('Modern', { data: { site: 'AMS' } }))).toMatchObject({
      status: { value: 'SUCCESS' },
      result: ['hello AMS', 'modern', 'name'],
    });
    expect(await whole.ended(await whole.begin('Modern', { data: { site: 'bad' } }))).toMatchObject({
      status: { value: 'FAILURE' },
      result: { exc_message: ['{ code: 5 }'] },
    });
    const odd = await whole.begin('Modern', { data: { site: 'odd' } });
    expect((await whole.ended(odd)).result).toEqual({
      map: { a: 1 },
      set: ['1'],
      error: { name: 'TypeError', message: 'no' },
    });
    expect((await whole.log(odd)).map(({ message }) => message)).toEqual([
      "{ site: 'odd' }",
      '[Object: null prototype] {}',
    ]);
    const refused = await whole.client.must(400, 'POST', 'extras/jobs/Modern/run/', { data: { site: 'xAMS' } });
    expect(refused.body).toEqual({ errors: { site: ['Enter a valid value.'] } });
  });

  test('write as whoever started them, into the same request, and keep log, files and result', async () => {
    const id = await whole.begin('Greet', { data: { who: 'anna', times: 2 } });
    const result = await whole.ended(id);
    expect(result).toMatchObject({
      status: { value: 'SUCCESS' },
      task_name: 'greet.Greet',
      task_kwargs: { who: 'anna', times: 2 },
    });
    expect((await whole.log(id)).map(({ message, grouping, log_level }) => [log_level, grouping, message])).toEqual([
      ['info', 'main', 'hello anna'],
      ['info', 'main', 'hello anna'],
      ['warning', 'making', 'made a tenant'],
    ]);
    const changes = await whole.client.must(
      200,
      'GET',
      `extras/object-changes/?changed_object_id=${result.result.tenant}`,
    );
    expect(changes.body.results).toMatchObject([
      { change_context: 'job', change_context_detail: 'greet.Greet', user_name: 'admin', request_id: id },
    ]);
    expect(result.files).toHaveLength(1);
    const file = await whole.client.must(200, 'GET', `extras/file-proxies/${result.files[0].id}/download/`);
    expect(file.text).toBe('hello anna');
  });

  test('keep nothing in a dry run', async () => {
    const result = await whole.ended(await whole.begin('Greet', { data: { who: 'dry', dryrun: true } }));
    expect(result).toMatchObject({ status: { value: 'SUCCESS' }, result: { dryRun: true } });
    expect((await whole.client.must(200, 'GET', 'tenancy/tenants/?name=greeted%20dry')).body.count).toBe(0);
  });

  test('fail with what they threw, without harm to others', async () => {
    const failing = ['Broken', 'Quitter', 'Forbidden', 'Greedy', 'Dropping'];
    const results = await Promise.all(failing.map(async (name) => whole.ended(await whole.begin(name))));
    for (const result of results) expect(result.status.value).toBe('FAILURE');
    expect(results[0]).toMatchObject({
      result: { exc_type: 'TypeError', exc_message: ['it broke'] },
      traceback: expect.stringContaining('bad.mjs'),
    });
    expect(results[1]!.result.exc_message[0]).toContain('ended with 3');
    expect(results[2]!.result.exc_message[0]).toContain('read-only');
    expect(results[3]!.result.exc_type).toBe('MemoryLimitExceeded');
    expect(results[4]!.result.exc_message).toEqual(['dropped']);
    expect((await whole.log(results[4]!.id)).map(({ message }) => message)).toEqual(['the last step', 'dropped']);
  });

  test('may say what nobody understands, and what no database keeps', async () => {
    const [mumbler, garbled] = await Promise.all(
      ['Mumbler', 'Garbled'].map(async (name) => whole.ended(await whole.begin(name))),
    );
    expect(mumbler).toMatchObject({ status: { value: 'SUCCESS' }, result: { 'key �': 'null �, spelled \\u0000' } });
    const [{ message }] = (await whole.log(mumbler.id)) as [{ message: string }];
    expect(message.startsWith('half � and 😀')).toBe(true);
    expect(message.length).toBe(10_000);
    expect(garbled).toMatchObject({
      status: { value: 'FAILURE' },
      result: { exc_type: 'Error', exc_message: ['half � and null �'] },
      traceback: expect.stringContaining('bad.mjs'),
    });
  });

  test('make files in any number and size only up to a bound, which they are told', async () => {
    const files = async () => (await whole.client.must(200, 'GET', 'extras/file-proxies/?limit=1')).body.count;
    const made = async (name: string) => {
      const before = await files();
      const { status, result } = await whole.ended(await whole.begin(name));
      return { status: status.value, said: result?.exc_message?.[0] ?? result, files: (await files()) - before };
    };
    expect(await made('Prolific')).toEqual({
      status: 'FAILURE',
      said: '1000 made. The job has made 1000 files; one run may make up to 1000.',
      files: 1000,
    });
    expect(await made('Bulky')).toEqual({
      status: 'FAILURE',
      said: expect.stringMatching(/^11 made\. .* bytes; those of one run may have up to 104857600 together\.$/),
      files: 11,
    });
    expect(await made('Hasty')).toEqual({ status: 'SUCCESS', said: 'kept', files: 3 });
  });

  test('fail with as many words as are worth keeping', async () => {
    const ranting = await whole.ended(await whole.begin('Ranting'));
    expect(ranting.result.exc_message[0]).toHaveLength(10_000);
    expect(ranting.traceback).toHaveLength(100_000);
    const log = (await whole.log(ranting.id)) as { message: string }[];
    expect(log.at(-1)!.message).toHaveLength(10_000);
  });

  test('are ended by their time limits', async () => {
    const [stubborn, polite, waiting] = await Promise.all(
      ['Stubborn', 'Polite', 'Waiting'].map(async (name) => whole.ended(await whole.begin(name))),
    );
    expect(stubborn!.result.exc_type).toBe('TimeLimitExceeded');
    for (const { result, traceback } of [polite!, waiting!]) {
      expect(result).toEqual({
        exc_type: 'SoftTimeLimitExceeded',
        exc_message: ['The soft time limit of 1 s is over.'],
      });
      expect(traceback).toMatch(/^SoftTimeLimitExceeded: The soft time limit of 1 s is over\.\n +at /);
    }
  });

  test('end with what they have begun, or without it where that has left them', async () => {
    const [leaving, busy] = await Promise.all(
      ['Leaving', 'Busy'].map(async (name) => {
        await whole.enable(name);
        return whole.ended(await whole.begin(name));
      }),
    );
    expect(busy!.result.exc_type).toBe('TimeLimitExceeded');
    expect(leaving!.status.value).toBe('SUCCESS');
    const [inGroup, apart] = leaving!.result as number[];
    await eventually('what it has started has ended', 20_000, async () => !isRunning(inGroup!));
    expect(isRunning(apart!)).toBe(true);
    signal(apart!, 'SIGKILL');
  });

  test('know nothing of the environment of the worker', async () => {
    const { result } = await whole.ended(await whole.begin('Secretive'));
    expect(result.environment.filter((name: string) => /PLUMBLINE|DATABASE|NATS/.test(name))).toEqual([]);
  });

  test('keep what is sensitive to themselves', async () => {
    const result = await whole.ended(await whole.begin('Whisper', { data: { word: 'hush-hush' } }));
    expect(result).toMatchObject({ status: { value: 'SUCCESS' }, result: 9, task_kwargs: {} });
  });

  test('are ended by whoever takes them back', async () => {
    const id = await whole.begin('Slow');
    await whole.reaches(id, 'STARTED');
    const { body } = await whole.client.must(200, 'POST', `extras/job-results/${id}/cancel/`);
    expect(body.status.value).toBe('REVOKED');
    await whole.client.must(409, 'POST', `extras/job-results/${id}/cancel/`);
    // The worker has room for two: both are free again.
    const next = await Promise.all(
      [1, 2].map((times) => whole.begin('Greet', { data: { who: `after ${'x'.repeat(times)}` } })),
    );
    for (const one of next) expect((await whole.ended(one)).status.value).toBe('SUCCESS');
  });

  test('fail when their worker is killed, and another one takes what comes', async () => {
    const id = await whole.begin('Slow');
    await whole.reaches(id, 'STARTED');
    killPart(whole, 'worker');
    const result = await whole.ended(id);
    expect(result).toMatchObject({ status: { value: 'FAILURE' }, result: { exc_type: 'WorkerLostError' } });
    const next = await eventually('a worker is back', 60_000, async () => {
      const answer = await whole.client.call('POST', 'extras/jobs/Greet/run/', { data: { who: 'again' } });
      return answer.status === 201 && answer.body.job_result.id;
    });
    expect((await whole.ended(next)).status.value).toBe('SUCCESS');
  });

  test('are known anew when files change, come and go', async () => {
    const { client, folder } = whole;
    const file = join(folder, 'fleeting.ts');
    const write = (description: string) =>
      writeFileSync(
        file,
        `import { defineJob } from '@plumbline/jobs';
         export const Fleeting = defineJob({ name: 'Fleeting', description: '${description}', run: () => null });`,
      );
    const shows = (what: string, expected: object) =>
      eventually(what, 60_000, async () => {
        const { body } = await client.call('GET', 'extras/jobs/Fleeting/');
        return Object.entries(expected).every(([key, value]) => body[key] === value) && body;
      });
    write('first');
    await shows('the job is there', { description: 'first', installed: true });
    await client.must(200, 'PATCH', 'extras/jobs/Fleeting/', { grouping: 'Mine', grouping_override: true });
    write('second, longer');
    await shows('the job has changed', { description: 'second, longer', grouping: 'Mine' });
    await client.must(204, 'DELETE', 'extras/jobs/Fleeting/');
    await shows('the job is there again', { installed: true });
    rmSync(file);
    await shows('the job is gone', { installed: false });
    await client.must(404, 'GET', 'extras/jobs/Fleeting/variables/');
    await client.must(200, 'PATCH', 'extras/jobs/Fleeting/', { enabled: true });
    await client.must(405, 'POST', 'extras/jobs/Fleeting/run/', {});
  });
});
