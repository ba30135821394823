import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { missingBuild } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';

/** What differs from an app that is as it should be. */
interface Flaw {
  label?: string;
  title?: string;
  fields?: string;
  rules?: string;
  more?: string;
  migration?: string;
}

const table = `create table thing (
  id uuid primary key, name text collate "C" not null, address uuid, created timestamptz, last_updated timestamptz
);`;

const source = (
  name: string,
  { label = `${name}.thing`, title = `${name} thing`, fields = '', rules = '', more = '' }: Flaw,
) => `
import { definePanel } from '@plumbline/engine';
import { defineModel, f, firstProblem, inOrder } from '@plumbline/model';

const panel = (name, show, of = 'tenancy.tenant') =>
  definePanel({ root: 'plugins/${name}', name, of, title: name, shows: '${name}.thing', description: name, show });

const Thing = defineModel('${label}', {
  root: 'plugins/${name}',
  endpoint: 'things',
  title: '${title}',
  traits: [{ timestamps: true }],
  fields: { name: f.text(100).unique(), ${fields} },
  validate: [${rules}],
});

export const service = {
  app: '${name}',
  root: 'plugins/${name}',
  about: { name: '${name}', version: '1' },
  models: [Thing],
  migrations: __dirname + '/migrations',
  ${more}
};
`;

const flaws: Record<string, Flaw> = {
  good: {},
  // In TypeScript, and reached over a link to its folder.
  linked: { more: "title: 'Linked' as string," },
  grasping: { label: 'ipam.prefix' },
  nowhere: { fields: "owner: f.ref('none.owner')," },
  namesake: { title: 'prefix' },
  // Without the one that is refused it refers to nothing.
  follower: { fields: "thing: f.ref('namesake.thing')," },
  mirror: { fields: "address: f.ref('ipam.ipaddress', { reverse: 'interface_assignments' })," },
  intruder: { more: "views: [{ name: 'x', path: '/api/ipam/x/', methods: {} }]," },
  broken: { more: 'actions: [},' },
  presuming: { more: "validators: [{ of: 'ipam.prefix', columns: ['colour'], judge: () => [] }]," },
  lost: { more: "views: [panel('of nothing', () => [], 'none.such')]," },
  hanging: {
    more: `views: [
      panel('slow', () => new Promise(() => {})),
      panel('loose', () => [{ kind: 'script', text: 'alert(1)' }]),
    ],
    validators: [{
      of: 'ipam.prefix', columns: ['description'], on: ['change'], judge: ([{ after }]) =>
        after.description === 'slow' ? new Promise(() => {}) : Promise.reject(new Error('as ' + after.description)),
    }],`,
  },
  // Nobody waits for what it begins, of which the log can tell whose it is by where it was made.
  forgetful: {
    more: `views: [
      panel('own', () => { void Promise.reject(new Error('told by nobody')); return []; }),
      panel('nameless', () => { void Promise.reject('without a place'); return []; }),
    ],`,
  },
  // Its rules gather what is wrong, and answer no field where nothing is.
  gathering: {
    rules: `
      firstProblem(() => ({}), ({ row }) => row.name === 'bad' ? { name: ['first'] } : {}),
      inOrder((things) => things.map(() => ({})), (things) => things.map(({ row }) => row.name === 'worse' ? { name: ['later'] } : {})),
    `,
    more: `validators: [{
      of: 'tenancy.tenant', columns: ['name'], judge: (tenants) =>
        tenants.map(({ after }) => (after.name === 'bad' ? { name: ['taken by nobody'] } : {})),
    }],`,
  },
  unmigrated: {
    fields: "address: f.ref('ipam.ipaddress', { reverse: 'unmigrated_things' }).optional(),",
    migration: 'create tabel thing ();',
  },
};

describeUnless(missingBuild, 'apps that are not as they should be', () => {
  let folder: string;
  let program: Whole;
  let env: Record<string, string>;
  const lines: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-apps-'));
    symlinkSync('elsewhere', join(folder, 'linked'));
    mkdirSync(join(folder, 'elsewhere'));
    for (const [name, flaw] of Object.entries(flaws)) {
      mkdirSync(join(folder, name, 'migrations'), { recursive: true });
      writeFileSync(join(folder, name, 'index.ts'), source(name, flaw));
      writeFileSync(join(folder, name, 'migrations', '0001_models.sql'), flaw.migration ?? table);
    }
    const apps = [...Object.keys(flaws), 'absent'].map((name) => join(folder, name));
    env = { PLUMBLINE_APPS: apps.join() };
    program = await startForm('one', {
      env,
      healthPath: '/health/ready/',
      onLine: ({ message }) => lines.push(message),
    });
  });
  afterAll(async () => {
    await program?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const lineOf = (name: string) => lines.find((line) => line.startsWith(`The app ${name} `));

  it.each([
    ['grasping', 'It claims ipam.prefix'],
    ['nowhere', 'nowhere.thing: the field owner names none.owner'],
    ['namesake', 'namesake.thing is called prefix, and so is ipam.prefix.'],
    ['follower', 'follower.thing: the field thing names namesake.thing'],
    ['mirror', 'address is interface_assignments seen from ipam.ipaddress, which has something of that name.'],
    ['presuming', 'the validator of ipam.prefix names colour'],
    ['lost', 'panels name none.such'],
    ['intruder', 'It claims /api/ipam/x/, which is not below /api/plugins/intruder/.'],
    ['broken', 'index.ts'],
    ['absent', 'Cannot find module'],
  ])('%s is left out, and the log says why', async (name, why) => {
    expect(lineOf(name)).toContain(`The app ${name} is left out: `);
    expect(lineOf(name)).toContain(why);
    await program.client.must(404, 'GET', `plugins/${name}/things/`);
  });

  it('one whose tables cannot be made is away, and keeps nothing that it has never referred to', async () => {
    expect(lineOf('unmigrated')).toContain('is not started');
    const away = await program.client.must(503, 'GET', 'plugins/unmigrated/things/');
    expect(away.text).toContain('unmigrated');
    await program.client.must(201, 'POST', 'ipam/prefixes/', { prefix: '10.8.0.0/24', status: 'Active' });
    const { body } = await program.client.must(201, 'POST', 'ipam/ip-addresses/', {
      address: '10.8.0.1/24',
      namespace: 'Global',
      status: 'Active',
    });
    await program.client.must(200, 'GET', `ipam/ip-addresses/${body.id}/?depth=1`);
    await program.client.must(204, 'DELETE', `ipam/ip-addresses/${body.id}/`);
  });

  it.each(['slow', 'broken'])(
    'one whose rule on a model of ours is %s keeps that from being written, and nothing else',
    async (how) => {
      const path = 'ipam/prefixes/';
      const { body } = await program.client.must(201, 'POST', path, { prefix: '10.9.0.0/24', status: 'Active' });
      const began = Date.now();
      const refused = await program.client.must(503, 'PATCH', `${path}${body.id}/`, { description: how });
      expect(refused.text).toContain('The hanging service is not available');
      expect(Date.now() - began).toBeLessThan(20_000);
      expect((await program.client.must(200, 'GET', `${path}${body.id}/`)).body.description).toBe('');
      await program.client.must(200, 'PATCH', `${path}${body.id}/`, { type: 'pool' });
      await program.client.must(204, 'DELETE', `${path}${body.id}/`);
    },
  );

  it('what one shows on pages of ours is in time and nothing but data, or is not shown', async () => {
    const { id } = (await program.client.must(201, 'POST', 'tenancy/tenants/', { name: 'looked at' })).body;
    const late = await program.client.must(503, 'GET', `plugins/hanging/panels/slow/?id=${id}`);
    expect(late.text).toContain('The hanging service is not available');
    expect(late.milliseconds).toBeLessThan(20_000);
    const loose = await program.client.must(500, 'GET', `plugins/hanging/panels/loose/?id=${id}`);
    expect(loose.text).not.toContain('alert');
  });

  it('what one rejects while nobody waits for it is told in the log, and ends nothing', async () => {
    const { id } = (await program.client.must(201, 'POST', 'tenancy/tenants/', { name: 'looked at again' })).body;
    const rejections = [
      ['own', 'A promise of the app forgetful was rejected, and nobody waits for it', { app: 'forgetful' }],
      ['nameless', 'A promise was rejected, and nobody waits for it', { error: 'without a place' }],
    ] as const;
    for (const [panel, message, more] of rejections) {
      await program.client.must(200, 'GET', `plugins/forgetful/panels/${panel}/?id=${id}`);
      const told = await eventually('the log tells of it', 10_000, async () =>
        program.complaints.find((line) => line.message === message),
      );
      expect(told).toMatchObject({ level: 'error', ...more });
    }
    await program.client.must(200, 'GET', 'tenancy/tenants/');
  });

  it('rules that name no field find nothing wrong, and keep no later rule from looking', async () => {
    const { client } = program;
    for (const path of ['plugins/gathering/things/', 'tenancy/tenants/'])
      await client.must(201, 'POST', path, { name: 'gathered' });
    const refusals = [
      ['plugins/gathering/things/', 'bad', 'first'],
      ['plugins/gathering/things/', 'worse', 'later'],
      ['tenancy/tenants/', 'bad', 'taken by nobody'],
    ] as const;
    for (const [path, name, why] of refusals)
      expect((await client.must(400, 'POST', path, { name })).body).toEqual({ name: [why] });
  });

  it('the rest runs', async () => {
    for (const name of ['good', 'linked'])
      await program.client.must(201, 'POST', `plugins/${name}/things/`, { name: 'first' });
    expect(Object.keys((await program.client.must(200, 'GET', 'plugins/')).body)).toEqual([
      'installed-plugins',
      'forgetful',
      'gathering',
      'good',
      'hanging',
      'linked',
    ]);
    await program.client.must(200, 'GET', 'swagger.json');
    // Who takes more than two seconds to say so, on a busy machine, is taken to be away for once.
    const health = await eventually('those that can work do', 60_000, async () => {
      const answer = await fetch(`${program.url}/health/?format=json`);
      const said = (await answer.json()) as Record<string, string>;
      return said['ipam service'] === 'working' && said['good service'] === 'working' && said;
    });
    expect(health).toMatchObject({ 'unmigrated service': 'unavailable' });
  });

  it('a command does not go on without one', async () => {
    const { exitCode, text } = await runCommand(['dump', join(folder, 'dump')], {
      ...env,
      DATABASE_URL: program.database.url,
    });
    expect(exitCode).not.toBe(0);
    expect(text).toContain('grasping: It claims ipam.prefix');
  });
});
