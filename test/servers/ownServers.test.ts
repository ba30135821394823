import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createLog } from '../../libs/log/src';
import { createTestDatabase, type TestDatabase } from '../../libs/testkit/src/database';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../program/src/embedded-postgres';
import { audit } from '../harness/audit';
import { type Broker, missingBroker, startBroker } from '../harness/broker';
import { freePort } from '../harness/freePort';
import { isLong } from '../harness/long';
import { type Form, missingBuild, type Program, startProgram } from '../harness/program';
import { describeUnless } from '../program/describeUnless';

const forms: Form[] = isLong ? ['one', 'split'] : ['split'];
let own: EmbeddedPostgres;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-own-'));
  const settings = { shared_buffers: '32MB' };
  const log = createLog({ name: 'test', level: 'silent' });
  own = await startEmbeddedPostgres({ dataDir: folder, log, port: await freePort(), settings });
});
afterAll(async () => {
  await own?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function createOwnDatabase(name: string): Promise<string> {
  const client = new Client({ connectionString: own.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return own.url.replace(/[^/]*$/, name);
}

describe.each(forms)('ipam on a PostgreSQL server of its own, in the form %s', (form) => {
  describeUnless(missingBuild ?? (form === 'split' ? missingBroker : undefined), 'beside the others', () => {
    let database: TestDatabase;
    let broker: Broker | undefined;
    let program: Program;

    beforeAll(async () => {
      database = await createTestDatabase();
      broker = form === 'split' ? await startBroker() : undefined;
      program = await startProgram({
        arguments: form === 'split' ? ['split'] : ['start'],
        env: {
          DATABASE_URL: database.url,
          IPAM_DATABASE_URL: await createOwnDatabase(`ipam_${form}`),
          PLUMBLINE_WORKERS: '0',
          ...(broker ? { NATS_URL: broker.url } : {}),
        },
      });
    });
    afterAll(async () => {
      await program?.stop();
      await broker?.stop();
      await database?.drop();
    });

    it('is written, found, protected, recorded and audited across both', async () => {
      const { client } = program;
      const { body: tenant } = await client.must(201, 'POST', 'tenancy/tenants/', { name: `of ${form}` });
      const { body: statuses } = await client.must(200, 'GET', 'extras/statuses/?name=Active');
      const status = statuses.results[0].id;
      const given = { prefix: form === 'one' ? '10.1.0.0/16' : '10.2.0.0/16', status, tenant: tenant.id };
      const { body: prefix } = await client.must(201, 'POST', 'ipam/prefixes/', given);
      const found = await client.must(200, 'GET', `ipam/prefixes/?tenant=${encodeURIComponent(tenant.name)}&depth=1`);
      expect(found.body.results.map((one: { tenant: { name: string } }) => one.tenant.name)).toEqual([tenant.name]);
      expect((await client.must(200, 'GET', `tenancy/tenants/${tenant.id}/`)).body.prefix_count).toBe(1);
      await client.must(409, 'DELETE', `tenancy/tenants/${tenant.id}/`);
      const log = await client.must(200, 'GET', `extras/object-changes/?changed_object_id=${prefix.id}`);
      expect(log.body.count).toBe(1);
      const { findings } = await audit(program);
      expect(findings).toEqual([]);
      await client.must(204, 'DELETE', `ipam/prefixes/${prefix.id}/`);
      await client.must(204, 'DELETE', `tenancy/tenants/${tenant.id}/`);
    });
  });
});
