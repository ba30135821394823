import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { createLog } from '@plumbline/log';
import { createTestDatabase, type TestDatabase, testSettings } from '@plumbline/testkit';
import { Client } from 'pg';
import { audit } from '../../program/src/command/audit';
import { doctor } from '../../program/src/command/doctor';
import { dump } from '../../program/src/command/dump';
import { importFrom } from '../../program/src/command/import';
import { migrate } from '../../program/src/command/migrate';
import { natsConfig } from '../../program/src/command/natsConfig';
import { restore } from '../../program/src/command/restore';
import { refuseUnlessEmpty } from '../../program/src/restore';
import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { startLoad } from '../harness/load';
import { rounds } from '../harness/long';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { entry, missingBuild, secretKey, startProgram } from '../harness/program';
import { quietly } from '../harness/quietly';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';
import { aFolder, dumpInto, linesOf, restoreFrom } from './files';

jest.setTimeout(480_000);

/** Begins a command beside whatever is running on the database. */
function begin(databaseUrl: string, ...words: string[]) {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, PLUMBLINE_SECRET_KEY: secretKey };
  const child = spawn(process.execPath, [entry, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = new Promise<{ code: number | null; text: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, text })),
  );
  return { kill: (signal: NodeJS.Signals = 'SIGKILL') => child.kill(signal), ended };
}

/** Gives a command in this process, which has loaded all it takes already. */
const exitCodeOf = (command: typeof dump, databaseUrl: string, ...words: string[]): Promise<number> =>
  quietly(() => command(words, { DATABASE_URL: databaseUrl, PLUMBLINE_SECRET_KEY: secretKey }));

describeUnless(missingBuild, 'dump, restore and import', () => {
  const folder = aFolder();
  const databases: TestDatabase[] = [];
  const keep = (database: TestDatabase): string => {
    databases.push(database);
    return database.url;
  };
  const anEmptyDatabase = async () => keep(await createTestDatabase());
  const aDatabase = async () => keep(await createMigratedDatabase());
  let program: Whole;
  let world: World;

  beforeAll(async () => {
    program = await startForm('one');
    world = await prepareWorld(program.client);
  });
  afterAll(async () => {
    await program?.stop();
    for (const database of databases) await database.drop();
    folder.remove();
  });

  it('writes a file of a running server that restore reads', async () => {
    const file = folder.at('copy.jsonl.gz');
    const target = await anEmptyDatabase();
    const from = [`--from-url=${program.url}/api/`, `--token=${program.token}`];
    const copied = await begin(target, 'import', ...from, `--to=${file}`).ended;
    expect(copied).toMatchObject({ code: 0, text: expect.stringContaining('objects copied') });
    expect((await restoreFrom(target, file)).found).toEqual([]);
  });

  it('tells what to do when it is told too little, or the wrong things', async () => {
    const target = await aDatabase();
    const outcomes: [RegExp, string[]][] = [
      [/Name the one file/, ['restore']],
      [/Say which server/, ['import']],
      [/may not read anything .*superuser/, ['import', `--from-url=${program.url}`, '--token=wrong']],
      [/is not the address of a server/, ['import', '--from-url=nowhere', '--token=x']],
      [/A dump goes into one file/, ['dump', 'one', 'two']],
      [/audit takes no everything/, ['audit', 'everything']],
      [/doctor takes no quick/, ['doctor', 'quick']],
      [/migrate takes no all/, ['migrate', 'all']],
      [/--resett is not an option. Did you mean --reset\?/, ['restore', 'file', '--resett']],
      [/--without-changs is not an option. Did you mean --without-changes\?/, ['dump', '--without-changs', 'file']],
      [/--repair takes no value/, ['audit', '--repair=true']],
      [/"-without-changes" is not an option/, ['dump', '-without-changes']],
      [/--to needs a value/, ['import', '--from-url=http://127.0.0.1:1', '--token=x', '--to=']],
      [/--token needs a value/, ['import', '--from-url=http://127.0.0.1:1', '--token']],
      [/--skip needs a value/, ['import', '--from-netbox=http://127.0.0.1:1', '--token=x', '--skip']],
      [/--into needs a value/, ['import', '--from-file=racks.csv', '--into=']],
      [/--tls-cert needs a value/, ['nats-config', '--tls-cert']],
      [/There is no file nowhere\.jsonl/, ['restore', 'nowhere.jsonl']],
      [/is a folder: name a file in it/, ['restore', folder.at('.')]],
    ];
    const env = { DATABASE_URL: target, PLUMBLINE_SECRET_KEY: secretKey };
    const commands = { audit, doctor, dump, migrate, 'nats-config': natsConfig, restore, import: importFrom };
    for (const [message, [name, ...words]] of outcomes)
      await expect(commands[name as keyof typeof commands](words, env)).rejects.toThrow(message);
  });

  it.each(['jsonl', 'jsonl.gz'])('says for which file (%s) there is no room, and leaves nothing of it', (ending) => {
    const file = folder.at(`no-room.${ending}`);
    const script = 'ulimit -f 4 && exec "$0" "$@"';
    const { status, stderr } = spawnSync('bash', ['-c', script, process.execPath, entry, 'dump', file], {
      env: { PATH: process.env.PATH, DATABASE_URL: program.database.url, PLUMBLINE_SECRET_KEY: secretKey },
      encoding: 'utf8',
    });
    expect([status, stderr.trimEnd().split('\n').at(-1)]).toEqual([
      1,
      `${file} cannot be written: EFBIG: file too large, write`,
    ]);
    expect(readdirSync(folder.at('.')).filter((name) => name.startsWith('no-room'))).toEqual([]);
  });

  it('leaves a running server alone', async () => {
    const file = folder.write('tiny.jsonl', [
      { endpoint: 'tenancy/tenants', object: { id: randomUUID(), name: 'tiny' } },
    ]);
    await expect(restoreFrom(program.database.url, file, true)).rejects.toThrow(/Plumbline is running.*Stop it/);
  });

  it('leaves databases alone on which a worker is all that runs', async () => {
    const file = folder.write('again.jsonl', [
      { endpoint: 'tenancy/tenants', object: { id: randomUUID(), name: 'again' } },
    ]);
    const target = await aDatabase();
    await restoreFrom(target, file);
    let ready = false;
    const worker = await startProgram({
      arguments: ['--target=worker'],
      healthPath: undefined,
      env: { DATABASE_URL: target, GATEWAY_URL: program.url },
      onLine: ({ message }) => {
        ready ||= message === 'worker ready';
      },
    });
    await eventually('the worker is ready', 60_000, async () => ready);
    await expect(restoreFrom(target, file, true)).rejects.toThrow(/Plumbline is running.*Stop it/);
    await worker.stop();
    await restoreFrom(target, file, true);
  });

  it('goes on after it was killed', async () => {
    const group = { endpoint: 'tenancy/tenant-groups', object: { id: randomUUID(), name: 'group' } };
    const tenants = Array.from({ length: 2_000 }, (_, index) => ({
      endpoint: 'tenancy/tenants',
      object: { id: randomUUID(), name: `tenant ${index}`, tenant_group: { id: group.object.id } },
    }));
    // More than goes in at a time comes before the group, which cannot be written as long as this test holds its table.
    const file = folder.write('large.jsonl', [...tenants.slice(0, 1_500), group, ...tenants.slice(1_500)]);
    const target = await aDatabase();
    // Tables are given to the roles of this database first, for which nobody may hold them.
    await refuseUnlessEmpty(testSettings({ databaseUrl: target }), createLog({ name: 'test', level: 'silent' }));
    await holding(target, 'LOCK TABLE tenancy.tenantgroup IN SHARE ROW EXCLUSIVE MODE', async () => {
      const first = begin(target, 'restore', file);
      await eventually('a part is there', 120_000, async () => (await rowsReached(target)) === 1_500);
      first.kill();
      expect(await first.ended).toMatchObject({ code: null });
    });
    const half = await startProgram({ env: { DATABASE_URL: target, PLUMBLINE_WORKERS: '0' } });
    await half.stop();
    expect(half.complaints).toContainEqual(
      expect.objectContaining({
        app: 'tenancy',
        message: expect.stringMatching(
          /^A file was begun to be restored here, .* give the same plumbline restore FILE/,
        ),
      }),
    );
    const before = readFileSync(file);
    await expect(exitCodeOf(dump, target, file)).rejects.toThrow(
      /^A file was begun to be restored here .* a dump would hold a part, and look whole\./,
    );
    expect(readFileSync(file)).toEqual(before);
    expect(await exitCodeOf(dump, target, '--half-restored', folder.at('half.jsonl'))).toBe(0);
    expect(await exitCodeOf(restore, target, file)).toBe(0);
    await dumpInto(target, folder.at('after.jsonl'));
    const there = linesOf(folder.at('after.jsonl')).filter((line) => line.startsWith('{"endpoint":"tenancy/tenants"'));
    expect(there).toHaveLength(tenants.length);
    expect(there.every((line) => line.includes(group.object.id))).toBe(true);
    expect(await exitCodeOf(audit, target)).toBe(0);
  });

  /** Does something while a transaction keeps what a statement locks. */
  async function holding<T>(url: string, statement: string, task: () => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(`BEGIN; ${statement}`);
      return await task();
    } finally {
      await client.end();
    }
  }

  /** The line up to which tenants are restored; undefined as long as there are none. */
  async function rowsReached(url: string): Promise<number | undefined> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query('SELECT rows_reached AS n FROM tenancy.restoration');
      return Number(rows[0]?.n) || undefined;
    } catch {
      return undefined;
    } finally {
      await client.end();
    }
  }

  it('leaves nothing of a dump that is interrupted, and removes what one that was killed has left', async () => {
    const { url } = program.database;
    const parts = () => readdirSync(folder.at('.')).filter((name) => name.endsWith('.part'));
    await holding(url, 'LOCK TABLE tenancy.tenant', async () => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        const dumping = begin(url, 'dump', folder.at('interrupted.jsonl.gz'));
        await eventually('it is being written', 60_000, async () => parts().length === 1);
        dumping.kill(signal);
        expect(await dumping.ended).toMatchObject({ code: null });
        expect(parts()).toEqual([]);
      }
      const killed = begin(url, 'dump', folder.at('interrupted.jsonl.gz'));
      await eventually('it is being written', 60_000, async () => parts().length === 1);
      killed.kill('SIGKILL');
      await killed.ended;
    });
    const [left] = parts();
    await dumpInto(url, folder.at('interrupted.jsonl.gz'));
    // It might be that of somebody who dumps into the same file.
    expect(parts()).toEqual([left]);
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    utimesSync(folder.at(left!), longAgo, longAgo);
    await dumpInto(url, folder.at('interrupted.jsonl.gz'));
    expect(parts()).toEqual([]);
  });

  it('dumps one moment, whoever writes', async () => {
    const load = startLoad(() => program.client, world, { workers: 3 });
    const files = Array.from({ length: rounds(2, 1) }, (_, index) => folder.at(`load ${index}.jsonl`));
    for (const file of files) {
      await load.grows(20);
      await Promise.all([load.grows(60), dumpInto(program.database.url, file)]);
    }
    await load.stop();
    expect(load.surprises).toEqual([]);
    for (const file of files) expect((await restoreFrom(await aDatabase(), file)).found).toEqual([]);
  });
});
