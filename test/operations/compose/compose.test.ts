import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apps, purposesOf } from '../../../libs/config/src';
import { allDefinitions, secretVariables } from '../../../libs/config/src/definitions';
import { findProgram } from '../../../program/src/supervisor/findProgram';
import { missingBroker } from '../../harness/broker';
import { type Client, createClient, retryingOnce } from '../../harness/client';
import { eventually } from '../../harness/eventually';
import { type Load, startLoad } from '../../harness/load';
import { isLong, rounds } from '../../harness/long';
import { betweenLooks, missingBuild, type Program, untilHealthy } from '../../harness/program';
import { brokenPromises } from '../../harness/verify';
import { prepareWorld } from '../../harness/world';
import { keepsTheInternet } from '../../journeys/iana/keepsTheInternet';
import { describeUnless } from '../../program/describeUnless';
import { root } from '../../program/root';
import { runCommand } from '../../program/runCommand';
import { keysIn } from '../keysIn';
import { type Composed, startComposed } from './composed';
import { makeNextBuild, type NextBuild } from './nextBuild';
import { composeFolder, readCompose, startOrder } from './readCompose';

const urlVariable = (app: string): string => `${app.toUpperCase()}_URL`;

/**
 * Parts that are renewed under load: all of them in full. Else ipam, which the load writes to, extras, which follows all others, and the
 * gateway: test/skew/mixed.test.ts renews every part in every run.
 */
const renewedParts = isLong ? [...apps, 'gateway'] : ['ipam', 'extras', 'gateway'];

/** What the journey asks is asked of both forms in every run (test/whole); in full it is asked of containers too. */
const journeysInFull = (program: () => { client: Client }): void => {
  if (isLong) keepsTheInternet(program);
};

describe('the compose file', () => {
  const file = readCompose();
  const ours = Object.entries(file.services).filter(([, { image }]) => image.startsWith('plumbline'));

  it('has a container for every target, and for the broker, the database and what makes the tables', () => {
    const targets = ours.map(([, { command }]) => command[0]).sort();
    expect(targets).toEqual(
      [
        ...['migrate', 'nats-config', 'hand-out', 'hand-out', 'doctor'],
        ...['all', 'gateway', 'worker', ...apps].map((target) => `--target=${target}`),
      ].sort(),
    );
    expect(startOrder(file, 'one')).toEqual(['postgres', 'migrate', 'hand-out-all', 'all']);
    expect(startOrder(file, 'split').at(-1)).not.toBe('migrate');
  });

  it('is one project, with the same volumes, whether there is a file of variables or not', () => {
    expect(readFileSync(join(composeFolder, '.env.example'), 'utf8')).not.toMatch(/^COMPOSE_PROJECT_NAME=/m);
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
        if (secretVariables.includes(name.replace(/_FILE$/, '')) && name !== 'NATS_URL')
          expect([name, value]).toEqual([
            expect.stringMatching(/_FILE$/),
            expect.stringMatching(/^\/(run\/secrets|handed)\//),
          ]);
    }
  });

  it('has a broker as docs/operations.md wants one', () => {
    const wanted = readFileSync(join(root, 'docs', 'operations.md'), 'utf8').split('# nats-server.conf')[1]!;
    const said = readFileSync(join(composeFolder, 'nats.conf'), 'utf8');
    for (const line of ['max_payload: 8MB', 'ping_interval: "3s"', 'ping_max: 2']) {
      expect(wanted).toContain(line);
      expect(said).toContain(line);
    }
  });

  it('gives the secret key and the role that may make others to nobody who stays', () => {
    const stay = ours.filter(([, { command }]) => command[0]!.startsWith('--target'));
    for (const [name, { secrets }] of stay)
      expect([name, secrets.filter((secret) => /secret_key|database|replica/.test(secret))]).toEqual([name, []]);
    for (const [name, { command, restart }] of ours.filter((one) => !stay.includes(one)))
      expect([name, command[0], restart]).toEqual([name, command[0], expect.stringMatching(/^(on-failure|no)$/)]);
  });

  it('gives each volume of what is handed out to its own part alone, which cannot write there', () => {
    const parts = ['all', 'gateway', 'worker', ...apps];
    const mounts = (name: string) => file.services[name]!.volumes.filter((volume) => volume.includes('handed'));
    for (const part of parts) expect(mounts(part)).toEqual([`handed_${part}:/handed/${part}:ro`]);
    const writable = (part: string) => `handed_${part}:/handed/${part}`;
    expect(mounts('hand-out').sort()).toEqual(
      parts
        .filter((part) => part !== 'all')
        .map(writable)
        .sort(),
    );
    expect(mounts('hand-out-all')).toEqual([writable('all')]);
    const others = Object.keys(file.services).filter((name) => !name.startsWith('hand-out') && !parts.includes(name));
    for (const name of others) expect(mounts(name)).toEqual([]);
    // A volume belongs to whom the folder of the image belongs to that it is mounted over.
    const [, made = ''] = /for part in (.*); do mkdir/.exec(readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8'))!;
    expect(made.split(' ').sort()).toEqual(parts.sort());
  });
});

describe('settings of the compose file', () => {
  /** What the file decides for all containers, since it knows where things are there. */
  const decided = [
    'PORT',
    'HOST',
    'PLUMBLINE_DATA',
    'PLUMBLINE_JOBS',
    'PLUMBLINE_SECRETS_FOLDER',
    'GATEWAY_URL',
    'NATS_URL',
  ];
  const ours = (variables: Record<string, string> = {}) =>
    Object.entries(readCompose(variables).services).filter(([, { image }]) => image.startsWith('plumbline'));
  const variables = allDefinitions.flatMap(({ variable }) => variable ?? []);
  /** An image may say which it has; there is no container for one. */
  const aboutApps = 'PLUMBLINE_APPS';
  const isTold = (variable: string) =>
    variable !== aboutApps && !decided.includes(variable) && !apps.some((app) => variable === urlVariable(app));

  const open = variables.filter((variable) => isTold(variable) && !secretVariables.includes(variable));
  /** The containers where `.env` says nothing, and where it says something else of every variable. */
  const untold = ours();
  const told = ours(Object.fromEntries(open.map((variable) => [variable, `${variable} as somebody says`])));

  it('are those of docs/config.md, and no others', () => {
    const known = [...variables, ...secretVariables.map((name) => `${name}_FILE`)];
    for (const [name, { environment }] of untold)
      expect([name, Object.keys(environment).filter((one) => !known.includes(one))]).toEqual([name, []]);
  });

  it.each(open)('are told to every process as .env has them: %s', (variable) => {
    for (const [name, { environment }] of told)
      if (name !== 'broker-users')
        expect([name, environment[variable]]).toEqual([name, `${variable} as somebody says`]);
    for (const [, { environment }] of untold) expect(environment[variable] || '').toBe('');
  });

  it.each(variables.filter((variable) => isTold(variable) && secretVariables.includes(variable)))(
    'are secrets that make-secrets writes, where they are secret: %s',
    (variable) => {
      const makes = readFileSync(join(composeFolder, 'make-secrets'), 'utf8').replaceAll(
        /"\$\{app\}_(\w+)"/g,
        (_, kind: string) => apps.map((app) => `${app}_${kind}`).join(' '),
      );
      const files = untold.flatMap(([, { environment }]) => environment[`${variable}_FILE`] ?? []);
      const secrets = files.flatMap((path) => /^\/run\/secrets\/(\w+)$/.exec(path)?.[1] ?? []);
      expect(new Set(secrets).size).toBe(1);
      expect(makes).toMatch(new RegExp(`\\b${secrets[0]}\\b`));
    },
  );

  it('say nothing of apps, so that what an image says holds', () => {
    for (const [name, { environment }] of untold) expect([name, aboutApps in environment]).toEqual([name, false]);
  });

  it('are decided in the file where they say what is where in it', () => {
    const given = Object.assign({}, ...untold.map(([, { environment }]) => environment));
    for (const variable of [...decided, ...apps.map(urlVariable)]) expect(given[variable]).toMatch(/\w/);
  });

  it('are what .env.example says, with the names of the program and of the file', () => {
    const examples = readFileSync(join(composeFolder, '.env.example'), 'utf8').matchAll(/^#?([A-Z_]+)=/gm);
    const text = readFileSync(join(composeFolder, 'compose.yaml'), 'utf8');
    for (const [, name] of examples) expect(text).toContain(`\${${name}:-`);
  });
});

const dockerCompose = findProgram('docker-compose');

describeUnless(
  dockerCompose ? undefined : 'docker-compose is not installed (apt-get install docker-compose).',
  'docker-compose',
  () => {
    it.each(['split', 'one', 'toolbox'])('accepts the file for the profile %s', async (profile) => {
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
    await untilHealthy(gateway().url);
    next = makeNextBuild('99.0.0');
  });
  afterAll(async () => {
    await load?.stop();
    client?.close();
    next?.remove();
    await composed?.stop();
  });

  it('starts in the order of the file', () => {
    expect(composed.started.slice(0, 5).sort()).toEqual(['broker-users', 'hand-out', 'migrate', 'nats', 'postgres']);
    expect(composed.started).toEqual(expect.arrayContaining(['gateway', 'worker', ...apps]));
  });

  it('gives each part the keys it may have, and none of another', () => {
    for (const part of ['gateway', 'worker', ...apps] as const)
      expect([part, keysIn(composed.given(part))]).toEqual([part, purposesOf(part).sort()]);
  });

  it('tells each service its own database as its own role, and the gateway none', () => {
    const administrator = new URL(composed.secret('database_url'));
    for (const part of ['gateway', 'worker', ...apps]) {
      const addresses = [...composed.given(part).values()].filter((text) => /^postgres/.test(text));
      const users = addresses.map((text) => new URL(text).username);
      const own =
        part === 'gateway' ? [] : [`${administrator.pathname.slice(1)}_${part === 'worker' ? 'extras' : part}`];
      expect([part, users]).toEqual([part, own]);
    }
  });

  it('gives workers no way to the bus', () => {
    const given = composed.given('worker');
    expect([...given.keys()]).not.toContain('NATS_URL');
    expect([...given.values()].join('\n')).not.toMatch(/nats/i);
  });

  it('has a toolbox for commands of operators, which find everything', async () => {
    const { exitCode, text } = await composed.run('toolbox', 'doctor', '--quick');
    expect([exitCode, text]).toEqual([0, expect.stringContaining('ok    ipam: process: answers')]);
  });

  it('has a worker that takes jobs', async () => {
    const works = async () => (await client.must(200, 'GET', 'status/')).body['celery-workers-running'] === 1;
    await eventually('a worker is there', 60_000, works, betweenLooks);
  });

  journeysInFull(() => ({ client }));

  describe('scaled and renewed under load', () => {
    /** Requests that failed and failed again when they were sent once more. */
    const lost = () => load!.surprises;

    beforeAll(async () => {
      const world = await prepareWorld(client);
      load = startLoad(() => retryingOnce(client), world, { repeated: 0, workers: rounds(4, 2) });
      await load.grows(50);
    });

    const failed = () => load!.observations.filter(({ status }) => status === 0 || status >= 500);

    it('goes on without one of several ipam processes', async () => {
      for (let more = 0; more < rounds(2, 1); more++) await composed.scale('ipam');
      await load!.grows(50);
      const [, second] = composed.running.get('ipam')! as [Program, Program];
      await second.end('SIGKILL');
      await load!.grows(100);
      expect(failed()).toEqual([]);
      expect(lost()).toEqual([]);
    });

    it('is the next version, one process after another, without a request that fails', async () => {
      for (const name of renewedParts) {
        const [old] = composed.running.get(name)!;
        const renewed = await composed.scale(name, next.entry);
        // Both take requests for a while.
        await load!.grows(20);
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

describeUnless(missingBuild, 'what the compose file says, in one process', () => {
  let composed: Composed;
  let client: Client;
  const all = () => composed.running.get('all')!.at(-1)!;

  beforeAll(async () => {
    composed = await startComposed('one');
    client = createClient(all().url, composed.token);
  });
  afterAll(async () => {
    client?.close();
    await composed?.stop();
  });

  it('starts in the order of the file, and works', async () => {
    expect(composed.started).toEqual(['postgres', 'migrate', 'hand-out-all', 'all']);
    await untilHealthy(all().url);
    const works = async () => (await client.must(200, 'GET', 'status/')).body['celery-workers-running'] === 1;
    await eventually('a worker is there', 60_000, works, betweenLooks);
  });

  it('has no role that may make others, once the tables are there', () => {
    const administrator = new URL(composed.secret('database_url')).username;
    const addresses = [...composed.given('all').values()].filter((text) => /^postgres/.test(text));
    expect(addresses).toHaveLength(apps.length);
    for (const address of addresses) expect(new URL(address).username).not.toBe(administrator);
  });

  journeysInFull(() => ({ client }));

  it('is dumped, emptied, restored and examined as the guide says', async () => {
    const kept = await client.must(201, 'POST', 'ipam/namespaces/', { name: 'kept' });
    expect((await composed.run('toolbox', 'dump', '/data/backup.jsonl')).exitCode).toBe(0);
    const lost = await client.must(201, 'POST', 'ipam/namespaces/', { name: 'lost' });
    client.close();
    expect(await all().end('SIGTERM')).toBe(0);
    const restored = await composed.run('toolbox', 'restore', '--reset', '/data/backup.jsonl');
    expect([restored.exitCode, restored.text]).toEqual([0, expect.any(String)]);
    client = createClient((await composed.scale('all')).url, composed.token);
    await untilHealthy(all().url);
    await client.must(200, 'GET', `ipam/namespaces/${kept.body.id}/`);
    await client.must(404, 'GET', `ipam/namespaces/${lost.body.id}/`);
    const { exitCode, text } = await composed.run('toolbox', 'doctor');
    expect([exitCode, text]).toEqual([0, expect.stringContaining('processes: one runs all services')]);
  });
});
