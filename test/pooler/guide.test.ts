import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { createTestDatabase, onTestServer, type TestDatabase } from '../../libs/testkit/src/database';
import { missingPooler, type Pooler, runPooler } from '../harness/pooler';
import { describeUnless } from '../program/describeUnless';

/** The block of this language that the guide has of PgBouncer. */
function block(language: string): string {
  const guide = readFileSync(join(__dirname, '../../docs/scaling.md'), 'utf8');
  const [, text] = new RegExp(`\\*\\*PgBouncer\\*\\*[\\s\\S]*?\n\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(guide)!;
  return text!;
}

describeUnless(missingPooler, 'the configuration of PgBouncer in the guide', () => {
  const run = randomBytes(4).toString('hex');
  const [lookup, service, superuser] = [`lookup_${run}`, `service_${run}`, `super_${run}`];
  let database: TestDatabase;
  let pooler: Pooler | undefined;

  const on = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const as = (user: string, name: string): string => {
    const url = new URL(pooler!.through(database.url));
    url.username = user;
    url.password = 'a-password';
    url.pathname = `/${name}`;
    return url.href;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    const { hostname, port, pathname } = new URL(database.url);
    await on(database.url, async (client) => {
      await client.query(block('sql').replaceAll('plumbline_lookup', lookup).replace('…', 'a-password'));
      await client.query(`create role ${service} login password 'a-password'`);
      await client.query(`create role ${superuser} superuser login password 'a-password'`);
    });
    const written = block('ini')
      .replaceAll('plumbline_lookup', lookup)
      .replace('dbname=plumbline', `dbname=${pathname.slice(1)}`);
    pooler = await runPooler({ [lookup]: 'a-password' }, (listening, users) =>
      written
        .replace(/^plumbline /m, `${pathname.slice(1)} `)
        .replaceAll('host=10.0.0.7 port=5432', `host=${hostname} port=${port}`)
        .replace('6432', String(listening))
        .replace('/etc/pgbouncer/users.txt', `${users}\nunix_socket_dir =\nserver_tls_sslmode = disable`),
    );
  });
  afterAll(async () => {
    await pooler?.stop();
    await database?.drop();
    await onTestServer(({ script }) => script(`drop role if exists ${lookup}, ${service}, ${superuser}`));
  });

  it('lets roles in that are made later, under both names of the database, and no superuser', async () => {
    const mine = new URL(database.url).pathname.slice(1);
    for (const name of [mine, 'plumbline_answers'])
      expect(
        await on(as(service, name), (client) => client.query('select current_user as who, current_database() as at')),
      ).toMatchObject({
        rows: [{ who: service, at: mine }],
      });
    await expect(on(as(superuser, mine), (client) => client.query('select 1'))).rejects.toThrow();
  });
});
