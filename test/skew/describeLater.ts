import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../harness/client';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import type { Parts } from '../harness/parts';
import { type Program, startProgram } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { createTestUser } from '../jobs/users';
import { type Receiver, startReceiver } from '../webhooks/receiver';

const source = `
import { defineModel, f } from '@plumbline/model';

const Leaf = defineModel('trees.leaf', {
  root: 'plugins/trees',
  endpoint: 'leaves',
  title: 'leaf',
  plural: 'leaves',
  traits: [{ timestamps: true, changeLog: true, webhooks: true }],
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

/** A service that does not come with the program, and whom the broker lets in so that it may be there. */
export interface Trees {
  folder: string;
  authorization: string;
}

/** Writes the service into a folder of its own. */
export async function writeTrees(): Promise<Trees> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-later-'));
  mkdirSync(join(folder, 'trees', 'migrations'), { recursive: true });
  writeFileSync(join(folder, 'trees', 'index.ts'), source);
  writeFileSync(join(folder, 'trees', 'migrations', '0001_models.sql'), table);
  const { text: authorization } = await runCommand(['nats-config'], { PLUMBLINE_APPS: join(folder, 'trees') });
  return { folder, authorization };
}

/** What has to hold when a service comes that nobody has heard of; the others may send webhooks to 127.0.0.1. */
export function describeLater(running: () => Parts, trees: () => Trees): void {
  let parts: Parts;
  let folder: string;
  let app: Program | undefined;
  let receiver: Receiver;

  beforeAll(async () => {
    parts = running();
    folder = trees().folder;
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await app?.stop();
    await receiver?.stop();
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

  /** GraphQL, permissions, webhooks and dumps know its models as well. */
  async function hasWhatAllHave(client: Client, tenant: string): Promise<void> {
    const query = '{ leaves { name tenant { name } } }';
    const { body: answer } = await client.must(200, 'POST', 'graphql/', { query });
    expect(answer).toEqual({ data: { leaves: [{ name: 'green', tenant: { name: 'forester' } }] } });

    const hook = { name: 'leaves', content_types: ['trees.leaf'], type_create: true, payload_url: receiver.url };
    await client.must(201, 'POST', 'extras/webhooks/', hook);
    const brown = await client.must(201, 'POST', 'plugins/trees/leaves/', { name: 'brown', tenant });
    await eventually('a webhook tells of it', 60_000, async () => receiver.received.length > 0);
    expect(receiver.received[0]!.body).toMatchObject({ event: 'created', data: { name: 'brown' } });

    const sees = { actions: ['view'], object_types: ['trees.leaf'], constraints: { name: 'brown' } };
    const walker = await createTestUser(client, [sees]);
    const { body: seen } = await client.must(200, 'GET', 'plugins/trees/leaves/', undefined, walker);
    expect(seen.results.map(({ name }: { name: string }) => name)).toEqual(['brown']);
    const refused = await client.call('DELETE', `plugins/trees/leaves/${brown.body.id}/`, undefined, walker);
    expect(refused.status).toBe(403);

    const file = join(folder, 'dump.jsonl');
    const env = { DATABASE_URL: parts.database.url, PLUMBLINE_APPS: join(folder, 'trees') };
    expect(await runCommand(['dump', file], env)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, 'utf8').match(/"endpoint":"trees\/leaves"/g)).toHaveLength(2);
    await client.must(204, 'DELETE', `plugins/trees/leaves/${brown.body.id}/`);
  }

  it('is found by the gateway and by its neighbours as it starts, and is missed when it is away', async () => {
    const { client } = parts.gateway;
    expect((await client.call('GET', 'plugins/trees/leaves/')).status).toBe(404);
    const port = await freePort();
    app = await start(port);
    await eventually('the gateway knows it', 60_000, async () => {
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
    await hasWhatAllHave(client, tenant);

    const another = await start(await freePort());
    await app.stop();
    app = another;
    await eventually('the process that is left is asked', 30_000, async () => {
      const { status } = await client.call('GET', 'plugins/trees/leaves/');
      return status === 200;
    });

    await app.stop();
    app = undefined;
    const refused = await client.call('DELETE', `tenancy/tenants/${tenant}/`);
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('trees')]);
    expect((await client.call('GET', 'plugins/trees/leaves/')).status).toBe(503);

    app = await start(port);
    await eventually('it is back', 60_000, async () => {
      const { status } = await client.call('DELETE', `plugins/trees/leaves/${leaf.body.id}/`);
      return status === 204;
    });
    await client.must(204, 'DELETE', `tenancy/tenants/${tenant}/`);
  });
}
