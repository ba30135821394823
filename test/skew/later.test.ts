import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { type Parts, startParts } from '../harness/parts';
import { missingBuild, type Program, startProgram } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';

const source = `
import { defineModel, f } from '@plumbline/model';

const Leaf = defineModel('trees.leaf', {
  root: 'plugins/trees',
  endpoint: 'leaves',
  title: 'leaf',
  plural: 'leaves',
  traits: [{ timestamps: true, changeLog: true }],
  fields: { name: f.text(100), tenant: f.ref('tenancy.tenant', { reverse: 'leaves' }) },
});

export const service = {
  app: 'trees',
  root: 'plugins/trees',
  about: { name: 'Trees', version: '1.2.3' },
  models: [Leaf],
  migrations: __dirname + '/migrations',
};
`;
const table = `create table leaf (
  id uuid primary key, name text collate "C" not null, tenant uuid not null, created timestamptz, last_updated timestamptz
);`;

describeUnless(missingBuild ?? missingBroker, 'a service that nobody has heard of', () => {
  let parts: Parts;
  let folder: string;
  let app: Program | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-later-'));
    mkdirSync(join(folder, 'trees', 'migrations'), { recursive: true });
    writeFileSync(join(folder, 'trees', 'index.ts'), source);
    writeFileSync(join(folder, 'trees', 'migrations', '0001_models.sql'), table);
    const { text: authorization } = await runCommand(['nats-config'], { PLUMBLINE_APPS: join(folder, 'trees') });
    parts = await startParts({ behindProxies: 'ipam', authorization });
  }, 300_000);
  afterAll(async () => {
    await app?.stop();
    await parts?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (port: number) =>
    startProgram({
      arguments: ['--target=trees'],
      port,
      healthPath: '/health/ready/',
      env: {
        DATABASE_URL: parts.database.url,
        NATS_URL: `nats://127.0.0.1:${parts.broker.port}`,
        PLUMBLINE_APPS: join(folder, 'trees'),
      },
    });

  it('is found by the gateway and by its neighbours as it starts, and is missed when it is away', async () => {
    const { client } = parts.gateway;
    expect((await client.call('GET', 'plugins/trees/leaves/')).status).toBe(404);
    const port = await freePort();
    app = await start(port);
    await eventually('the gateway knows it', 30_000, async () => {
      const { status } = await client.call('GET', 'plugins/trees/leaves/');
      return status === 200;
    });

    const tenant = (await client.must(201, 'POST', 'tenancy/tenants/', { name: 'forester' })).body.id;
    const leaf = await client.must(201, 'POST', 'plugins/trees/leaves/', { name: 'green', tenant });
    expect((await client.call('DELETE', `tenancy/tenants/${tenant}/`)).status).toBe(409);
    const { body: description } = await client.must(200, 'GET', 'swagger.json');
    expect(Object.keys(description.paths)).toContain('/plugins/trees/leaves/');
    const { body: changes } = await client.must(200, 'GET', `extras/object-changes/?changed_object_id=${leaf.body.id}`);
    expect(changes.results.map(({ action }: { action: { value: string } }) => action.value)).toEqual(['create']);
    const { body: plugins } = await client.must(200, 'GET', 'plugins/installed-plugins/');
    expect(plugins).toMatchObject([{ name: 'Trees', version: '1.2.3' }]);

    await app.stop();
    app = undefined;
    const refused = await client.call('DELETE', `tenancy/tenants/${tenant}/`);
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('trees')]);
    expect((await client.call('GET', 'plugins/trees/leaves/')).status).toBe(503);

    app = await start(port);
    await eventually('it is back', 30_000, async () => {
      const { status } = await client.call('DELETE', `plugins/trees/leaves/${leaf.body.id}/`);
      return status === 204;
    });
    await client.must(204, 'DELETE', `tenancy/tenants/${tenant}/`);
  }, 240_000);
});
