import { onTestServer, type TestDatabase } from '@plumbline/testkit';
import { eventually } from '../harness/eventually';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { missingBuild, type Program, startProgram } from '../harness/program';
import { asOperator } from '../harness/sql';
import { describeUnless } from '../program/describeUnless';
import { Browser } from '../signIn/browser';
import { adminPassword } from '../signIn/signInServer';

/** What is left of a primary when another server has taken its place: it serves, and refuses each write. */
describeUnless(missingBuild, 'a database that only reads', () => {
  let database: TestDatabase;
  let program: Program;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    program = await startProgram({
      env: { DATABASE_URL: database.url, PLUMBLINE_WORKERS: '0', PLUMBLINE_SUPERUSER_PASSWORD: adminPassword },
    });
  });
  afterAll(async () => {
    await program?.stop();
    await database?.drop();
  });

  const name = () => new URL(database.url).pathname.slice(1);
  const write = (tenant: string) => program.client.call('POST', 'tenancy/tenants/', { name: tenant });

  it('is a 503 for writes alone, is told by /health/, and is over with the first connection to one that writes', async () => {
    const browser = new Browser();
    await browser.signIn(program.url, 'admin', adminPassword);
    // That it is in use is noted once in a while.
    await asOperator(database.url, async (run) => {
      await run(`update users.session set seen = now() - interval '1 hour'`);
    });
    await onTestServer(({ script }) =>
      script(
        `alter database ${name()} set default_transaction_read_only = on;
         select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`,
      ),
    );
    await eventually('it reads again', 60_000, async () => {
      const { status } = await program.client.call('GET', 'tenancy/tenants/?limit=1');
      return status === 200;
    });
    const refused = await write('nowhere');
    expect([refused.status, refused.body]).toEqual([503, { detail: expect.any(String), outcome: 'none' }]);
    const tenants = await browser.json(`${program.url}/api/tenancy/tenants/?limit=1`);
    expect(tenants).toMatchObject({ status: 200, body: { results: [] } });
    const health = await fetch(`${program.url}/health/?format=json`);
    const told = { DatabaseBackend: 'unavailable', 'tenancy service': 'unavailable' };
    expect([health.status, await health.json()]).toMatchObject([500, told]);
    expect((await fetch(`${program.url}/health/ready/`)).status).toBe(200);
    await onTestServer(({ script }) => script(`alter database ${name()} reset default_transaction_read_only`));
    expect((await write('somewhere')).status).toBe(201);
  });
});
