import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { isLong } from '../harness/long';
import { betweenLooks } from '../harness/program';
import { type GitServer, startGitServer } from './gitServer';

const hello = `
  import { defineJob } from '@plumbline/jobs';
  import { word } from './words';
  export const Hello = defineJob({ name: 'Hello from git', hasSensitiveVariables: false, run: () => word });`;
const wordOf = (word: string) => `export const word = '${word}';`;

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
type Shown = any;

describe.each(isLong ? (['one', 'split'] as const) : (['one'] as const))('Repositories in the form %s', (form) => {
  let server: GitServer;
  let whole: Whole;
  beforeAll(async () => {
    server = await startGitServer();
    whole = await startForm(form, {
      env: { PLUMBLINE_WORKERS: '1', PLUMBLINE_OUTGOING_ALLOW: '127.0.0.0/8', GIT_WHOLES_TOKEN: 'p4ssword' },
    });
    await eventually(
      'background work is done',
      60_000,
      async () => (await list('extras/jobs/?name=Git Repository: Sync')).length === 1,
    );
  });
  afterAll(async () => {
    await whole?.stop();
    server?.stop();
  });

  const must = async (status: number, method: string, path: string, body?: unknown): Promise<Shown> =>
    (await whole.client.must(status, method, path, body)).body;
  const list = async (path: string): Promise<Shown[]> => (await must(200, 'GET', path)).results;
  const aRepository = (name: string, more: object = {}) =>
    must(201, 'POST', 'extras/git-repositories/', {
      name,
      remote_url: server.url(name),
      provided_contents: ['extras.configcontext', 'extras.job'],
      ...more,
    });

  /** The result of the newest background work of this name, once it has ended. */
  const ended = (name: string, before: number) =>
    eventually(
      'the work has ended',
      60_000,
      async () => {
        const [newest, ...others] = await list(`extras/job-results/?name=${name}&limit=0`);
        return others.length >= before && ['SUCCESS', 'FAILURE'].includes(newest?.status.value) && newest;
      },
      betweenLooks,
    );
  async function sync({ id, name }: { id: string; name: string }): Promise<Shown> {
    const before = (await list('extras/job-results/?name=Git Repository: Sync&limit=0')).length;
    expect(await must(200, 'POST', `extras/git-repositories/${id}/sync/`)).toEqual({
      message: `Repository ${name} sync job added to queue.`,
    });
    return ended('Git Repository: Sync', before);
  }
  const logOf = async ({ id }: { id: string }): Promise<string[]> =>
    (await must(200, 'GET', `extras/job-results/${id}/logs/`)).map(
      (line: Shown) => `${line.log_level} ${line.message}`,
    );

  test('are synced in the background, and their jobs run until they go', async () => {
    const head = server.commit('whole', {
      'config_contexts/good.json': '{"_metadata": {"name": "From git"}, "a": 1}',
      'config_contexts/bad.json': '{',
      'jobs/hello.ts': hello,
      'jobs/words.ts': wordOf('hello'),
    });
    const repository = await aRepository('whole');
    const result = await sync(repository);
    expect(result).toMatchObject({ status: { value: 'SUCCESS' }, result: { commit: head } });
    expect(await logOf(result)).toEqual(
      expect.arrayContaining([
        'info config_contexts/good.json: From git was added.',
        expect.stringMatching(/^error config_contexts\/bad\.json: The file cannot be read/),
      ]),
    );
    const [context] = await list('extras/config-contexts/?name=From git');
    const [change] = await list(`extras/object-changes/?changed_object_id=${context.id}`);
    expect(change).toMatchObject({ user_name: 'admin', action: { value: 'create' } });

    const job = await eventually('the job is there', 60_000, async () => {
      const [found] = await list('extras/jobs/?name=Hello from git&installed=true');
      return found;
    });
    expect(job).toMatchObject({ module_name: 'whole.jobs.hello', job_class_name: 'Hello', enabled: false });
    await must(200, 'PATCH', `extras/jobs/${job.id}/`, { enabled: true });
    const says = async (word: string) =>
      eventually(`the job says ${word}`, 60_000, async () => {
        const { job_result } = await must(201, 'POST', `extras/jobs/${job.id}/run/`, {});
        const isOver = async () => {
          const found = await must(200, 'GET', `extras/job-results/${job_result.id}/`);
          return ['SUCCESS', 'FAILURE'].includes(found.status.value) && found;
        };
        return (await eventually('the job has ended', 60_000, isOver, betweenLooks)).result === word;
      });
    await says('hello');
    server.commit('whole', { 'jobs/words.ts': wordOf('good evening') });
    await sync(repository);
    await says('good evening');

    await must(204, 'DELETE', `extras/git-repositories/${repository.id}/`);
    expect(await list('extras/config-contexts/?name=From git')).toEqual([]);
    expect(await must(200, 'GET', `extras/jobs/${job.id}/`)).toMatchObject({ installed: false });
  });

  test('that cannot be fetched are failures in words, without what they were asked with', async () => {
    const { id: secrets_group } = await must(201, 'POST', 'extras/secrets-groups/', { name: 'Of the secretive' });
    const provided = { provider: 'environment-variable', parameters: { variable: 'GIT_WHOLES_TOKEN' } };
    const { id: secret } = await must(201, 'POST', 'extras/secrets/', { name: 'Of the secretive', ...provided });
    const token = { secrets_group, secret, access_type: 'HTTP(S)', secret_type: 'token' };
    await must(201, 'POST', 'extras/secrets-groups-associations/', token);
    server.ask('p4ssword:');
    const repository = await aRepository('secretive', { remote_url: server.url('nothing'), secrets_group });
    const result = await sync(repository);
    expect(result.status.value).toBe('FAILURE');
    const told = JSON.stringify([result, await logOf(result)]);
    expect(told).toMatch(/The server answers with the status 404/);
    expect(told).not.toMatch(/p4ssword/);
    server.ask(undefined);
  });

  test('can be tried by the job that does nothing', async () => {
    server.commit('tried', { 'config_contexts/good.json': '{"_metadata": {"name": "Tried"}, "a": 1}' });
    const repository = await aRepository('tried');
    const { job_result } = await must(201, 'POST', 'extras/jobs/Git Repository: Dry-Run/run/', {
      data: { repository: repository.id },
    });
    const result = await ended('Git Repository: Dry-Run', 0);
    expect([result.id, result.status.value]).toEqual([job_result.id, 'SUCCESS']);
    expect(await logOf(result)).toEqual(
      expect.arrayContaining(['info config_contexts/good.json: Tried was added.', 'info Nothing of this was kept.']),
    );
    expect(await list('extras/config-contexts/?name=Tried')).toEqual([]);
  });
});
