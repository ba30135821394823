import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { Client } from 'pg';
import { freePort } from '../harness/freePort';
import { isLong } from '../harness/long';
import { missingBuild, startProgram } from '../harness/program';
import { type Outcome, runCommand, runUnheard } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';

let database: TestDatabase;
let folder: string;

const run = (args: string[], env: Record<string, string> = {}): Promise<Outcome> =>
  runCommand(args, { DATABASE_URL: database.url, PLUMBLINE_DATA: folder, ...env });

/** Runs statements and answers the rows of the last. */
async function asOwner(...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  let rows: Record<string, unknown>[] = [];
  for (const statement of statements) rows = (await client.query(statement)).rows;
  await client.end();
  return rows;
}

const count = async (table: string) => (await asOwner(`select count(*)::int as n from ${table}`))[0]!.n;

/** The roles of the installation, with all that the server knows of them. */
const roles = () => asOwner("select * from pg_authid where rolname like current_database() || '%' order by oid");

const backup = (): string => join(folder, 'backup.jsonl.gz');

/** What the doctor said that was not `ok`. */
const complaints = ({ text }: Outcome): string[] => text.split('\n').filter((line) => /^(look|BAD)/.test(line));

describeUnless(missingBuild, 'commands of operators', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'plumbline-operations-'));
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the doctor misses the roles before anything is migrated, and makes none', async () => {
    const before = await roles();
    const outcome = await run(['doctor', '--quick']);
    expect(outcome.exitCode).toBe(2);
    expect(outcome.text).toMatch(/BAD {3}ipam: database: cannot be used: The role test_\w+_ipam is not there/);
    expect(await roles()).toEqual(before);
  });

  it('migrate makes the tables once', async () => {
    const first = await run(['migrate', '--target=ipam']);
    expect(first).toMatchObject({
      exitCode: 0,
      text: expect.stringMatching(/^ipam: engine\/0001_engine_tables\.sql, /),
    });
    const all = await run(['migrate']);
    expect(all).toMatchObject({
      exitCode: 0,
      text: expect.stringMatching(/dcim: engine\/0001_.*\n[\s\S]*ipam: up to date\n/),
    });
    expect(await run(['migrate'])).toMatchObject({
      exitCode: 0,
      text: expect.stringMatching(/^(\w+: up to date\n){7}$/),
    });
  });

  it('the doctor changes no role, not even when the secret key is another', async () => {
    const before = await roles();
    const outcome = await run(['doctor', '--quick'], {
      PLUMBLINE_SECRET_KEY: 'a key that nobody ever used before, long',
    });
    expect(outcome.text).toContain('PLUMBLINE_SECRET_KEY is not the one its roles were made with');
    expect(await roles()).toEqual(before);
  });

  it('the doctor finds nothing on a sound installation, and changes no role of it', async () => {
    const before = await roles();
    const outcome = await run(['doctor']);
    expect(await roles()).toEqual(before);
    expect(complaints(outcome)).toEqual([]);
    expect(outcome).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('references between objects: none dangling'),
    });
  });

  it('dump writes what there is', async () => {
    expect(await run(['dump', backup()])).toMatchObject({ exitCode: 0 });
  });

  /** Outputs that do not take everything, and what is said of each. */
  const failingOutputs = [
    ['full', 'ENOSPC: no space left on device, write'],
    ['closed', 'write EPIPE'],
  ] as const;
  const writing = ['help', 'version', 'dump', 'user list', 'nats-config', 'doctor --quick', 'audit', 'migrate'];
  // In full each command meets both; else every second one the one, and the others the other.
  it.each(writing.map((line, index) => ({ line, outputs: isLong ? failingOutputs : [failingOutputs[index % 2]!] })))(
    '$line says in a line that standard output does not take everything',
    async ({ line, outputs }) => {
      for (const [output, why] of outputs) {
        const env = { DATABASE_URL: database.url, PLUMBLINE_DATA: folder };
        const { exitCode, text } = await runUnheard(line.split(' '), env, output);
        const last = text.trimEnd().split('\n').at(-1);
        expect([exitCode, last]).toEqual([1, `Not everything could be written to standard output: ${why}`]);
        expect(text).not.toMatch(/^ +at /m);
      }
    },
  );

  it('a process whose log is not taken goes on, and ends when it is to', async () => {
    const script = `
      const log = require('${root}/libs/log/dist').createLog({ name: 'test' });
      log.info('not taken');
      setTimeout(() => {
        log.info('not taken either');
        process.stderr.write('at work');
        process.exit(0);
      }, 600);`;
    const full = openSync('/dev/full', 'w');
    const ended = spawnSync(process.execPath, ['-e', script], { stdio: ['ignore', full, 'pipe'], timeout: 20_000 });
    closeSync(full);
    expect([ended.status, String(ended.stderr)]).toEqual([0, 'at work']);
  });

  it('the doctor finds what another version has made of the tables', async () => {
    await asOwner(
      "insert into ipam.schema_migrations (name, checksum) values ('engine/0999_later.sql', '')",
      "update dcim.schema_migrations set checksum = 'another' || checksum where name = 'engine/0002_repeatable_writes.sql'",
    );
    try {
      const found = await run(['doctor', '--quick']);
      expect(found.exitCode).toBe(2);
      expect(complaints(found)).toEqual([
        'BAD   dcim: tables: made by other migrations than this program has: engine/0002_repeatable_writes.sql',
        'look  ipam: tables: a newer version has been here, with engine/0999_later.sql',
      ]);
      const started = await run(['start', '--port=0'], { PLUMBLINE_WORKERS: '0' });
      expect(started.exitCode).toBe(1);
      expect(started.text).toMatch(/^The migration engine\/0002_repeatable_writes\.sql was changed after/m);
      expect(started.text).not.toMatch(/"fatal"|"stack"/);
    } finally {
      await asOwner(
        "delete from ipam.schema_migrations where name = 'engine/0999_later.sql'",
        "update dcim.schema_migrations set checksum = replace(checksum, 'another', '')",
      );
    }
  });

  it('the doctor says that a database only reads, and what to do', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await asOwner(`alter database ${name} set default_transaction_read_only = on`);
    try {
      const found = await run(['doctor']);
      expect(found.exitCode).toBe(2);
      expect(complaints(found)).toHaveLength(7);
      expect(complaints(found)).toContain('BAD   ipam: tables: cannot be written to: this PostgreSQL only reads');
      expect(found.text).toMatch(/→ It is a replica, .* default_transaction_read_only/);
    } finally {
      await asOwner(
        'set default_transaction_read_only = off',
        `alter database ${name} reset default_transaction_read_only`,
      );
    }
  });

  it('the doctor finds what was broken by hand, and who has read of another what is not there, and says what to do', async () => {
    await asOwner(
      'insert into virtualization.outbox_pruned (position, time) values (7, now())',
      `insert into extras.consumed (app, position) values ('circuits', 9), ('virtualization', 3)
        on conflict (app) do update set position = excluded.position`,
      'alter table tenancy.tenant add column colour text',
      `insert into dcim.outbox (id, time, label, record) values (gen_random_uuid(), now() - interval '1 hour', 'dcim.rack', '{}')`,
      `insert into tenancy.restoration (source, rows_reached, links_reached, defaults) values ('a file', 7, 0, '{}')`,
      `insert into ipam.deleting_mark values ('ipam.vlan', gen_random_uuid(), gen_random_uuid(), now() - interval '1 hour')`,
    );
    try {
      const outcome = await run(['doctor', '--quick']);
      expect(outcome.exitCode).toBe(2);
      expect(complaints(outcome)).toEqual([
        expect.stringMatching(/^look {2}tenancy: tables: .*colour/),
        expect.stringMatching(/^BAD {3}dcim: change records: 1 waiting to be handed on, the oldest for 36\d\d s/),
        'BAD   extras: following the others: has read circuits up to change record 9, and the last one there is 0, ' +
          'has read virtualization up to change record 3, and those up to 7 are gone',
        expect.stringMatching(/^look {2}ipam: work shared with other services: 1 marks of deletions/),
        expect.stringMatching(/^BAD {3}tenancy: restore: a file was begun and is not restored to its end/),
      ]);
      expect(outcome.text.match(/^ {6}→ /gm)).toHaveLength(5);
    } finally {
      await asOwner(
        'delete from virtualization.outbox_pruned',
        "delete from extras.consumed where app in ('circuits', 'virtualization')",
      );
    }
  });

  it('the doctor says which database and which broker cannot be reached', async () => {
    const outcome = await run(['doctor', '--quick'], {
      IPAM_DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/ipam',
      NATS_URL: 'nats://127.0.0.1:1',
    });
    expect(outcome.exitCode).toBe(2);
    expect(outcome.text).toMatch(/BAD {3}NATS: cannot be reached/);
    expect(outcome.text).toMatch(/BAD {3}ipam: database: cannot be used: [\s\S]*IPAM_DATABASE_URL/);
    expect(outcome.text).not.toContain('secret@');
  });

  it('the doctor misses no process where one runs everything, whatever NATS_URL says', async () => {
    // Without the process it could not be reached, as the test before this one has it.
    const asked = { NATS_URL: 'nats://127.0.0.1:1' };
    const env = { DATABASE_URL: database.url, PLUMBLINE_WORKERS: '0', PLUMBLINE_LOG_LEVEL: 'warn', ...asked };
    const program = await startProgram({ env, healthPath: '/health/ready/' });
    try {
      const { text } = await run(['doctor', '--quick'], asked);
      expect(text).toContain('ok    processes: one runs all services');
      expect(text).not.toMatch(/NATS: |none answers/);
    } finally {
      await program.stop();
    }
  });

  it('a service with a database of its own asks for no other', async () => {
    const own = { DATABASE_URL: '', IPAM_DATABASE_URL: database.url };
    // An embedded server would be kept here, and cannot be.
    const outcome = await run(['migrate', '--target=ipam'], { ...own, PLUMBLINE_DATA: '/proc/nowhere' });
    expect(outcome).toMatchObject({ exitCode: 0, text: expect.stringContaining('ipam: up to date') });
  });

  it('health tells whether somebody listens', async () => {
    const port = await freePort();
    expect(await run(['health', `--port=${port}`])).toMatchObject({
      exitCode: 1,
      text: `http://127.0.0.1:${port}/health/ready/ does not answer: connect ECONNREFUSED 127.0.0.1:${port}\n`,
    });
  });

  it.each(['127.0.0.2', '::1', '::', '0.0.0.0'])('health asks where %s is listened on', async (host) => {
    const server = createServer((_, answer) => answer.end());
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const { port } = server.address() as AddressInfo;
    try {
      expect(await run(['health'], { HOST: host, PORT: String(port) })).toMatchObject({
        exitCode: 0,
        text: expect.stringContaining(`:${port}/health/ready/ answers 200`),
      });
    } finally {
      server.close();
    }
  });

  it('a table that was lost is found, and nothing is removed for a backup that could not be put back', async () => {
    await asOwner('create table public.witness as select * from users."user"', 'drop table circuits.circuit cascade');
    const outcome = await run(['doctor']);
    expect(outcome.exitCode).toBe(2);
    expect(complaints(outcome)).toContainEqual(
      expect.stringMatching(/^BAD {3}circuits: tables: The table circuit is missing\./),
    );
    expect(await run(['restore', '--reset', backup()])).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/circuit is missing\. Nothing was changed\. Restore into an empty database/),
    });
    expect(await count('users."user"')).toBe(await count('public.witness'));
    expect(await count('users."user"')).toBeGreaterThan(0);
  });
});
