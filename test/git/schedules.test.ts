import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { asOperator } from '../harness/sql';
import { type GitServer, startGitServer } from './gitServer';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
type Shown = any;

describe('The job that syncs repositories', () => {
  let server: GitServer;
  let whole: Whole;
  beforeAll(async () => {
    server = await startGitServer();
    // No worker: it is work that the service does by itself.
    whole = await startForm('one', { env: { PLUMBLINE_WORKERS: '0', PLUMBLINE_OUTGOING_ALLOW: '127.0.0.0/8' } });
  });
  afterAll(async () => {
    await whole?.stop();
    server?.stop();
  });

  const must = async (status: number, method: string, path: string, body?: unknown): Promise<Shown> =>
    (await whole.client.must(status, method, path, body)).body;
  const list = async (path: string): Promise<Shown[]> => (await must(200, 'GET', path)).results;

  /** Has a repository of this name synced by the job; answers what the run is kept as. */
  async function run(name: string, more: object = {}): Promise<Shown> {
    server.commit(name, { 'config_contexts/good.json': `{"_metadata": {"name": "${name}"}, "a": 1}` });
    const remote_url = server.url(name);
    const provided = { name, remote_url, provided_contents: ['extras.configcontext'] };
    const { id: repository } = await must(201, 'POST', 'extras/git-repositories/', provided);
    return must(201, 'POST', 'extras/jobs/Git Repository: Sync/run/', { data: { repository }, ...more });
  }

  /** The change that made the context of a repository. */
  const making = (name: string): Promise<Shown> =>
    eventually('the context is there', 60_000, async () => {
      const [context] = await list(`extras/config-contexts/?name=${name}`);
      return context && (await list(`extras/object-changes/?changed_object_id=${context.id}`)).at(-1);
    });

  it('runs without a worker', async () => {
    await run('at-once');
    expect(await making('at-once')).toMatchObject({ user_name: 'admin', action: { value: 'create' } });
  });

  it('runs on a schedule in the name of whoever made that', async () => {
    const start_time = new Date(Date.now() + 3_600_000).toISOString();
    const { scheduled_job } = await run('later', { schedule: { name: 'later', interval: 'future', start_time } });
    await asOperator(whole.database.url, (statement) =>
      statement(`UPDATE extras.scheduledjob SET next_run = now() WHERE id = '${scheduled_job.id}'`).then(() => {}),
    );
    expect(await making('later')).toMatchObject({ user_name: 'admin', action: { value: 'create' } });
  });
});
