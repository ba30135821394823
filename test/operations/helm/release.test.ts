import { apps, purposesOf } from '../../../libs/config/src';
import { missingBroker } from '../../harness/broker';
import { type Client, createClient } from '../../harness/client';
import { eventually } from '../../harness/eventually';
import { betweenLooks, missingBuild, type Program, untilHealthy } from '../../harness/program';
import { describeUnless } from '../../program/describeUnless';
import { keysIn } from '../keysIn';
import { missingHelm } from './findHelm';
import { type Release, startRelease } from './release';

const answers = async (url: string): Promise<number> => {
  const answer = await fetch(url);
  await answer.body?.cancel();
  return answer.status;
};

/** Throws as long as not so many workers are there, with what those who keep them complained of. */
const areThere =
  (workers: number, client: Client, { complaints }: Program) =>
  async () => {
    const found = (await client.must(200, 'GET', 'status/')).body['celery-workers-running'];
    if (found !== workers) throw new Error(`there are ${found} ${JSON.stringify(complaints)}`);
    return true;
  };

describeUnless(missingBuild ?? missingBroker ?? missingHelm, 'what the Helm chart says, as processes', () => {
  let release: Release;
  let client: Client;

  afterEach(async () => {
    client?.close();
    await release?.stop();
  });

  it('is a whole with the values default, and ipam on a server of its own', async () => {
    const databases = { ipam: { existingSecret: 'ipam-database' } };
    release = await startRelease('default', { databases }, ['plumbline-database', 'ipam-database']);
    expect(release.migrated).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/^(\w+: engine\/0001_.*\n){7}$/),
    });
    const { url } = release.running.get('gateway')!;
    await untilHealthy(url);
    for (const part of ['gateway', ...apps])
      expect(await answers(`${release.running.get(part)!.url}/health/live/`)).toBe(200);

    for (const part of ['gateway', 'worker', ...apps] as const) {
      expect([part, keysIn(release.given(part))]).toEqual([part, purposesOf(part).sort()]);
      const users = [...release.given(part).values()].filter((text) => /^postgres/.test(text));
      // A database of one's own is used as it was given.
      const own =
        part === 'ipam' ? expect.anything() : expect.stringMatching(part === 'worker' ? /_extras$/ : `_${part}$`);
      expect([part, users.map((text) => new URL(text).username)]).toEqual([part, part === 'gateway' ? [] : [own]]);
    }
    expect([...release.given('worker').values()].join(' ')).not.toContain('nats://');

    client = createClient(url, release.generated('superuser-api-token'));
    await eventually('a worker is there', 60_000, areThere(1, client, release.running.get('worker')!), betweenLooks);
    await client.must(201, 'POST', 'ipam/namespaces/', { name: 'of the cluster' });
    const { output, exitCode } = await release.inToolbox('doctor', '--quick');
    expect([exitCode, output]).toEqual([0, expect.stringContaining('ok    ipam: process: answers')]);
  });

  it('is a whole in one process with the values one', async () => {
    const made = { secretKey: { value: '' }, superUser: { password: '', apiToken: '' } };
    release = await startRelease('one', { ...made, jobs: { volume: null } }, ['plumbline-postgres']);
    const all = release.running.get('all')!;
    client = createClient(all.url, release.generated('superuser-api-token'));
    await eventually('both workers are there', 60_000, areThere(2, client, all), betweenLooks);
    const { output, exitCode } = await release.inToolbox('doctor', '--quick');
    expect([exitCode, output]).toEqual([0, expect.stringContaining('NATS: not in use')]);
  });
});
