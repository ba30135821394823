import { join } from 'node:path';
import { apps } from '../../../libs/config/src';
import { findProgram } from '../../../program/src/supervisor/find-program';
import { missingBroker } from '../../harness/broker';
import { type Client, createClient } from '../../harness/client';
import { eventually } from '../../harness/eventually';
import { type Load, startLoad } from '../../harness/load';
import { isHealthy, missingBuild, type Program } from '../../harness/program';
import { brokenPromises } from '../../harness/verify';
import { prepareWorld } from '../../harness/world';
import { keepsTheInternet } from '../../journeys/iana/keeps-the-internet';
import { describeUnless } from '../../program/describe-unless';
import { runCommand } from '../../program/run-command';
import { type Composed, startComposed } from './composed';
import { makeNextBuild, type NextBuild } from './next-build';
import { composeFolder, readCompose, startOrder } from './read-compose';

describe('the compose file', () => {
  const file = readCompose();
  const ours = Object.entries(file.services).filter(([, { image }]) => image.startsWith('plumbline'));

  it('has a container for every target, and for the broker, the database and what makes the tables', () => {
    const targets = ours.map(([, { command }]) => command[0]).sort();
    expect(targets).toEqual(
      ['migrate', ...['all', 'gateway', 'worker', ...apps].map((target) => `--target=${target}`)].sort(),
    );
    expect(startOrder(file, 'one')).toEqual(['postgres', 'migrate', 'all']);
    expect(startOrder(file, 'split').at(-1)).not.toBe('migrate');
  });

  it('lets nobody from outside reach anything but the door', () => {
    const open = Object.entries(file.services).filter(([, { ports }]) => ports.length > 0);
    expect(open.map(([name]) => name).sort()).toEqual(['all', 'gateway']);
    expect(file.networks.inside).toEqual({ internal: true });
    expect(file.services.postgres!.networks).toEqual(['inside']);
  });

  it('runs our containers without rights and without secrets in their environment', () => {
    for (const [, service] of ours) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      for (const [name, value] of Object.entries(service.environment))
        if (/KEY|PASSWORD|TOKEN|DATABASE_URL|NATS_URL/.test(name)) expect(value).toMatch(/^\/run\/secrets\//);
    }
  });
});

const dockerCompose = findProgram('docker-compose');

describeUnless(
  dockerCompose ? undefined : 'docker-compose is not installed (apt-get install docker-compose).',
  'docker-compose',
  () => {
    it.each(['split', 'one'])('accepts the file for the profile %s', async (profile) => {
      const args = ['-f', join(composeFolder, 'compose.yaml'), '--profile', profile, 'config', '--quiet'];
      expect(await runCommand(dockerCompose!, args)).toMatchObject({ exitCode: 0 });
    });
  },
);

describeUnless(missingBuild ?? missingBroker, 'what the compose file says, as processes', () => {
  let composed: Composed;
  let next: NextBuild;
  let client: Client;
  let load: Load | undefined;
  const gateway = () => composed.running.get('gateway')!.at(-1)!;

  beforeAll(async () => {
    composed = await startComposed('split');
    client = createClient(gateway().url, composed.token);
    await eventually('all of it works', 60_000, () => isHealthy(gateway().url));
    next = makeNextBuild('99.0.0');
  }, 300_000);
  afterAll(async () => {
    await load?.stop();
    client?.close();
    next?.remove();
    await composed?.stop();
  });

  it('starts in the order of the file', () => {
    expect(composed.started.slice(0, 3).sort()).toEqual(['migrate', 'nats', 'postgres']);
    expect(composed.started).toEqual(expect.arrayContaining(['gateway', 'worker', ...apps]));
  });

  it('has a worker that takes jobs', async () => {
    const works = async () => (await client.must(200, 'GET', 'status/')).body['celery-workers-running'] === 1;
    await eventually('a worker is there', 60_000, works);
  });

  keepsTheInternet(() => ({ client }));

  describe('scaled and renewed under load', () => {
    /** Requests that failed and failed again when they were sent once more. */
    const lost = () => load!.surprises;
    /** What a client sees that sends a request again once when the answer asks for it. */
    const retrying = (): Client => ({
      ...client,
      call: async (...request) => {
        const answer = await client.call(...request);
        return answer.status === 0 || answer.status === 503 ? client.call(...request) : answer;
      },
    });

    beforeAll(async () => {
      const world = await prepareWorld(client);
      load = startLoad(retrying, world, { repeated: 0, workers: 4 });
      await load.grows(50);
    });

    const failed = () => load!.observations.filter(({ status }) => status === 0 || status >= 500);

    it('goes on without one of three ipam processes', async () => {
      await composed.scale('ipam');
      await composed.scale('ipam');
      await load!.grows(50);
      const [, second] = composed.running.get('ipam')! as [Program, Program];
      await second.end('SIGKILL');
      await load!.grows(100);
      expect(failed()).toEqual([]);
      expect(lost()).toEqual([]);
    }, 180_000);

    it('is the next version, one process after another, without a request that fails', async () => {
      for (const name of [...apps, 'gateway']) {
        const [old] = composed.running.get(name)!;
        const renewed = await composed.scale(name, next.entry);
        if (name === 'gateway') client = createClient(renewed.url, composed.token);
        old!.client.close();
        expect(await old!.end('SIGTERM')).toBe(0);
        await load!.grows(20);
      }
      await load!.stop();
      expect(failed()).toEqual([]);
      expect(lost()).toEqual([]);
      const status = await client.must(200, 'GET', 'status/');
      expect(status.body['installed-apps'].plumbline).toBe('99.0.0');
      expect(await brokenPromises(client, load!.ledger)).toEqual([]);
    }, 600_000);
  });
});
