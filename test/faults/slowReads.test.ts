import type { TestDatabase } from '@plumbline/testkit';
import { Client } from 'pg';
import { eventually } from '../harness/eventually';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { missingBuild, type Program, startProgram } from '../harness/program';
import { describeUnless } from '../program/describeUnless';

/** Milliseconds in which a request is answered that has ten seconds, on a machine that does other things too. */
const atTheDeadline = 20_000;

/** PostgreSQL itself gives up a statement after thirty seconds. */
describeUnless(missingBuild, 'reads that take longer than anybody waits for them', () => {
  let database: TestDatabase;
  let program: Program;
  let observer: Client;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    program = await startProgram({ env: { DATABASE_URL: database.url, PLUMBLINE_WORKERS: '0' } });
    observer = new Client({ connectionString: database.url });
    await observer.connect();
  });
  afterAll(async () => {
    await observer?.end();
    await program?.stop();
    await database?.drop();
  });

  const atWork = async () => {
    const { rows } = await observer.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND wait_event = 'PgSleep'`,
    );
    return rows.length;
  };

  it('are answered that they ask for too much, and keep neither PostgreSQL nor connections any longer', async () => {
    await program.client.must(201, 'POST', 'tenancy/tenants/', { name: 'slow' });
    await observer.query(`
      ALTER TABLE tenancy.tenant ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      CREATE POLICY slow ON tenancy.tenant USING (pg_sleep(29) IS NOT NULL)`);
    const reads = Array.from({ length: 8 }, (_, n) => program.client.call('GET', `tenancy/tenants/?limit=${n + 1}`));
    await eventually('PostgreSQL is at them', 60_000, async () => (await atWork()) > 0);
    for (const { status, body, milliseconds } of await Promise.all(reads)) {
      expect([status, body]).toEqual([503, { detail: expect.any(String) }]);
      expect(milliseconds).toBeLessThan(atTheDeadline);
    }
    await eventually('PostgreSQL has left them', 5_000, async () => (await atWork()) === 0);
    await program.client.must(200, 'GET', 'tenancy/tenant-groups/');
  });
});
