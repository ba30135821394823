import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as PostgresClient } from 'pg';
import { asService } from '../../libs/store/src';
import type { TestDatabase } from '../../libs/testkit/src/database';
import { type Broker, missingBroker, startBroker } from '../harness/broker';
import type { Answer } from '../harness/client';
import { eventually } from '../harness/eventually';
import { isLong, rounds } from '../harness/long';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { inParallel } from '../harness/parallel';
import { answersName, missingPooler, type Pooler, startPooler } from '../harness/pooler';
import { missingBuild, secretKey } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';
import { type RunningProgram, run } from '../program/runningProgram';
import { replaysRecordings } from '../replay/replaysRecordings';

const apps = ['circuits', 'dcim', 'extras', 'ipam', 'tenancy', 'users', 'virtualization'] as const;
/** Connections of each role to the server, for requests and for answers: fewer than one process of a service wants. */
const connections = 3;
const clients = rounds(48, 12);
/** A network that more addresses are asked of than it has. */
const pool = isLong ? { length: 24, addresses: 256 } : { length: 26, addresses: 64 };
/** A slice of the recordings; all of them in full. */
const slice = isLong ? undefined : ['bulk-tenancy.json', 'crud-tenancy.json', 'object-changes.json'];

describe.each(isLong ? (['start', 'split'] as const) : (['start'] as const))('all services, by %s', (command) => {
  describeUnless(missingBuild ?? missingBroker ?? missingPooler, 'behind a pooler in transaction mode', () => {
    let database: TestDatabase;
    let pooler: Pooler;
    let broker: Broker | undefined;
    let program: RunningProgram;
    let world: World;
    let env: Record<string, string>;

    beforeAll(async () => {
      database = await createMigratedDatabase();
      pooler = await startPooler(database.url, connections);
      broker = command === 'split' ? await startBroker() : undefined;
      env = {
        DATABASE_URL: pooler.through(database.url),
        PLUMBLINE_DATABASE_POOLER: 'transaction',
        PLUMBLINE_DATABASE_POOLER_ANSWERS: answersName,
      };
      program = await run(command, { env: { ...env, ...(broker ? { NATS_URL: broker.url } : {}) } });
    });

    afterAll(async () => {
      await program?.stop();
      await broker?.stop();
      await pooler?.stop();
      await database?.drop();
    });

    // First, because its answers are those of an empty server.
    replaysRecordings(() => program, { files: slice });

    const post = (path: string, body: unknown) => program.client.call('POST', path, body);
    const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))].sort();

    test('give each of many clients an address of its own', async () => {
      world = await prepareWorld(program.client);
      const status = world.statuses.get('Active')!;
      const prefix = { prefix: `10.77.0.0/${pool.length}`, namespace: world.namespace, status, type: 'pool' };
      const { body } = await program.client.must(201, 'POST', 'ipam/prefixes/', prefix);
      const answers = await inParallel(Array.from({ length: pool.addresses + 40 }), clients, () =>
        post(`ipam/prefixes/${body.id}/available-ips/`, { status }),
      );
      expect(statuses(answers)).toEqual([201, 204]);
      const given = answers.filter((answer) => answer.status === 201).map((answer) => answer.body.address);
      expect(given).toHaveLength(pool.addresses);
      expect(new Set(given).size).toBe(pool.addresses);
    });

    test('never let a reference dangle while both ends are written and deleted at once', async () => {
      const rest = await inParallel(Array.from({ length: rounds(60, 20) }), 8, async (_, turn) => {
        const tenant = await program.client.must(201, 'POST', 'tenancy/tenants/', {
          name: `pooled ${world.run} ${turn}`,
        });
        const namespace = { name: `pooled ${world.run} ${turn}`, location: world.location };
        const made = await program.client.must(201, 'POST', 'ipam/namespaces/', namespace);
        const status = world.statuses.get('Active')!;
        const prefix = { prefix: '10.0.0.0/8', namespace: made.body.id, status, tenant: tenant.body.id };
        const [written, deleted] = await Promise.all([
          post('ipam/prefixes/', prefix),
          program.client.call('DELETE', `tenancy/tenants/${tenant.body.id}/`),
        ]);
        return { written: written.status, deleted: deleted.status };
      });
      // One of the two was first; the other was refused.
      for (const { written, deleted } of rest)
        expect([
          [201, 409],
          [400, 204],
        ]).toContainEqual([written, deleted]);
    });

    test('have each change in the log exactly once', async () => {
      const writes = await inParallel(Array.from({ length: rounds(600, 40) }), clients, (_, turn) =>
        program.client.must(201, 'POST', 'tenancy/tenants/', { name: `logged ${world.run} ${turn}` }),
      );
      const counted = await inParallel(writes, 8, async ({ requestId }) => {
        const log = await program.client.must(200, 'GET', `extras/object-changes/?request_id=${requestId}`);
        return log.body.count;
      });
      expect(new Set(counted)).toEqual(new Set([1]));
    });

    test('keep nothing in the sessions of the server', async () => {
      const found = await inParallel([...apps], 7, (app) => sessionsOf(app));
      for (const sessions of found)
        for (const session of sessions)
          expect(session).toEqual({ path: '"$user", public', timeout: '0', prepared: 0, locks: 0, listening: 0 });
      const [most] = await direct(`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and usename like '%\\_ipam'`);
      expect(Number(most?.n)).toBeLessThanOrEqual(2 * connections);
    });

    test('run jobs, of which no notice comes', async () => {
      const types = await program.client.must(200, 'GET', 'extras/content-types/?app_label=tenancy&model=tenant');
      const data = { content_type: types.body.results[0].id };
      await eventually('the job is there', 60_000, async () => {
        const listed = await program.client.must(200, 'GET', 'extras/jobs/?name=Export%20Object%20List&installed=true');
        return listed.body.count === 1;
      });
      const begun = await program.client.must(201, 'POST', 'extras/jobs/Export%20Object%20List/run/', { data });
      const ended = await eventually('the job has ended', 60_000, async () => {
        const { body } = await program.client.must(200, 'GET', `extras/job-results/${begun.body.job_result.id}/`);
        return ['SUCCESS', 'FAILURE', 'REVOKED'].includes(body.status.value) && body.status.value;
      });
      expect(ended).toBe('SUCCESS');
    });

    test('are known to be at work to commands, and not to be any more', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'plumbline-pooled-'));
      const dump = join(folder, 'dump.jsonl');
      const command = (...words: string[]) => runCommand(words, { ...env, PLUMBLINE_DATA: folder });
      expect(await command('dump', dump)).toMatchObject({ exitCode: 0 });
      expect((await command('restore', dump, '--reset')).text).toMatch(/Plumbline is running on these databases/);
      await program.end('SIGTERM');
      expect(await command('restore', dump, '--reset')).toMatchObject({ exitCode: 0 });
      rmSync(folder, { recursive: true });
    });

    /** Every session of a service's role, looked at through the pooler by holding all of them at once. */
    async function sessionsOf(app: string): Promise<Record<string, unknown>[]> {
      const url = pooler.through(asService(database.url, app, { secretKey }));
      const held = await Promise.all(
        Array.from({ length: connections }, async () => {
          const client = new PostgresClient({ connectionString: url });
          await client.connect();
          return client;
        }),
      );
      try {
        await Promise.all(held.map((client) => client.query('begin')));
        return await Promise.all(
          held.map(async (client) => {
            const { rows } = await client.query(`
              select current_setting('search_path') as path, current_setting('statement_timeout') as timeout,
                (select count(*)::int from pg_prepared_statements) as prepared,
                (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
                (select count(*)::int from pg_listening_channels()) as listening`);
            return rows[0];
          }),
        );
      } finally {
        await Promise.all(held.map((client) => client.end()));
      }
    }

    async function direct(statement: string): Promise<Record<string, unknown>[]> {
      const client = new PostgresClient({ connectionString: database.url });
      await client.connect();
      try {
        return (await client.query(statement)).rows;
      } finally {
        await client.end();
      }
    }
  });
});
