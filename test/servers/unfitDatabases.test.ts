import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apps } from '../../libs/config/src/settings';
import { readAddress, withConnection } from '../../libs/store/src';
import { createTestDatabase, onTestServer, onTestServerAt, type TestDatabase } from '../../libs/testkit/src/database';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { missingBuild } from '../harness/program';
import { type Outcome, runCommand, startCommand } from '../harness/runCommand';
import { sample } from '../harness/sample';
import { startTcpProxy } from '../harness/tcpProxy';
import { describeUnless } from '../program/describeUnless';

/** What an operator hears whose DATABASE_URL leads to a database that Plumbline cannot use. */
describeUnless(missingBuild, 'a database that cannot be used', () => {
  let database: TestDatabase;
  let folder: string;
  /** Takes connections and never answers: what stands before a database that sleeps, or a firewall. */
  const silent = createServer((socket) => socket.on('error', () => undefined));
  beforeAll(async () => {
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'plumbline-unfit-'));
  });
  afterAll(async () => {
    silent.close();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (command: string, url: string): Promise<Outcome> =>
    runCommand([command], { DATABASE_URL: url, PLUMBLINE_DATA: folder, PORT: '0' });
  /** The address of the test database with something of it changed. */
  const addressWith = (other: {
    user?: string;
    password?: string;
    host?: string;
    port?: number;
    database?: string;
  }) => {
    const { user, password, host, port, database: name } = { ...readAddress(database.url), ...other };
    const at = new URLSearchParams({ host: String(host), port: String(port ?? 5432) });
    return `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${name}?${at}`;
  };
  const unfit: [what: string, url: () => Promise<string>, said: RegExp][] = [
    [
      'where nobody listens',
      async () => addressWith({ host: '127.0.0.1', port: 1 }),
      /cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\. Look whether it runs/,
    ],
    [
      'where nobody listens at any address of a name',
      async () => `postgres://somebody:a-secret@localhost:${await freePort()}/plumbline`,
      /cannot be used: \S.*ECONNREFUSED.*\. Look whether it runs/,
    ],
    [
      'on a machine that is not there',
      async () => addressWith({ host: 'nowhere.invalid' }),
      /PostgreSQL on nowhere\.invalid:\d+ cannot be used: .*\. Look whether it runs/,
    ],
    [
      'where whoever listens does not answer',
      async () => addressWith({ host: '127.0.0.1', port: (silent.address() as AddressInfo).port }),
      /cannot be used: timeout expired\. Look whether it runs/,
    ],
    [
      'that is not there',
      async () => addressWith({ database: 'not_there' }),
      /does not have it: database "not_there" does not exist\. Make the database, or name another\./,
    ],
    [
      'that does not know the user',
      async () => addressWith({ user: 'stranger' }),
      /does not let us in: .*"stranger".*\. Look whether user and password are right/,
    ],
  ];

  it.each(unfit)('%s is told of in a sentence, with the setting, by whatever is started', async (what, url, said) => {
    const address = await url();
    // In turn, in the short form: both ask in the same way.
    const turn = unfit.findIndex(([each]) => each === what);
    for (const command of sample(['migrate', 'start'], 2, turn)) {
      const { exitCode, text } = await run(command, address);
      const [last] = text.trimEnd().split('\n').slice(-1);
      expect([exitCode, last]).toEqual([1, expect.stringMatching(said)]);
      expect(last).toMatch(/^DATABASE_URL: PostgreSQL on /);
      expect(text).not.toContain('"fatal"');
      expect(text).not.toContain('a-secret');
    }
  });

  it('of somebody else is told of, too', async () => {
    const role = `stranger_${process.pid}`;
    await onTestServer(({ script }) => script(`create role ${role} login createrole password 'a-secret'`));
    try {
      const { exitCode, text } = await run('migrate', addressWith({ user: role, password: 'a-secret' }));
      expect([exitCode, text]).toEqual([
        1,
        expect.stringMatching(/^DATABASE_URL: .* permission denied for database .* its owner/m),
      ]);
    } finally {
      await onTestServer(({ script }) => script(`drop role ${role}`));
    }
  });

  it('for now is waited for by plumbline migrate --wait: that of the user where it is unnamed, for the services too', async () => {
    const role = `own_${process.pid}`;
    await onTestServer(async ({ script }) => {
      await script(`create role ${role} superuser login password 'a-secret'`);
      await script(`create database ${role} owner ${role}`);
    });
    const proxy = await startTcpProxy({ port: readAddress(database.url).port ?? 5432 });
    try {
      proxy.set('cut');
      const through = { host: '127.0.0.1', port: proxy.port };
      const waiting = startCommand(['migrate', '--wait'], {
        DATABASE_URL: addressWith({ user: role, password: 'a-secret', database: '', ...through }),
        PLUMBLINE_DATA: folder,
      });
      const told = /^DATABASE_URL: PostgreSQL on 127\.0\.0\.1:\d+ cannot be used: .*\nIt is waited for\.\n/m;
      await eventually('it says that it waits', 60_000, async () => told.test(waiting.said()));
      proxy.set('good');
      const outcome = await waiting.ended;
      expect(outcome).toMatchObject({
        exitCode: 0,
        text: expect.stringMatching(/^ipam: engine\/0001_engine_tables.sql/m),
      });
    } finally {
      await proxy.close();
      await onTestServer(async ({ script }) => {
        await script(`drop database if exists ${role} with (force)`);
        for (const app of apps) await script(`drop role if exists ${role}_${app}`);
        await script(`drop role ${role}`);
      });
    }
  });

  it('that is not there is not waited for', async () => {
    const absent = { DATABASE_URL: addressWith({ database: 'not_there' }), PLUMBLINE_DATA: folder };
    expect(await runCommand(['migrate', '--wait'], absent)).toMatchObject({ exitCode: 1 });
  });

  describe('because not every text can be kept in it', () => {
    const name = `test_latin_${process.pid}`;
    beforeEach(() =>
      onTestServer(({ script }) => script(`create database ${name} template template0 encoding 'LATIN1' locale 'C'`)),
    );
    afterEach(() =>
      onTestServer(async ({ script }) => {
        await script(`drop database ${name} with (force)`);
        for (const app of apps) await script(`drop role if exists ${name}_${app}`);
      }),
    );

    it('is refused before anything is made in it', async () => {
      const { exitCode, text } = await run('migrate', onTestServerAt(name));
      expect([exitCode, text]).toEqual([
        1,
        `DATABASE_URL: the database ${name} has the encoding LATIN1, in which not every text can be kept. Make one in UTF8 and name that: create database … template template0 encoding 'UTF8'.\n`,
      ]);
    });

    it('is told of by the doctor where there is one already', async () => {
      await withConnection(readAddress(onTestServerAt(name)), async ({ script }) => {
        for (const app of ['extras_queue', ...apps]) await script(`create schema ${app}`);
      });
      expect(await run('migrate', onTestServerAt(name))).toMatchObject({ exitCode: 0 });
      const { exitCode, text } = await run('doctor', onTestServerAt(name));
      expect([exitCode, text]).toEqual([
        2,
        expect.stringContaining('BAD   ipam: encoding of the database: LATIN1, in which not every text can be kept\n'),
      ]);
    });
  });
});
