import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { Client } from 'pg';
import { audit } from '../../program/src/command/audit';
import { doctor } from '../../program/src/command/doctor';
import { dump } from '../../program/src/command/dump';
import { importFrom } from '../../program/src/command/import';
import { migrate } from '../../program/src/command/migrate';
import { natsConfig } from '../../program/src/command/natsConfig';
import { restore } from '../../program/src/command/restore';
import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { startLoad } from '../harness/load';
import { entry, missingBuild, secretKey, startProgram } from '../harness/program';
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

describeUnless(missingBuild, 'dump, restore and import', () => {
  const folder = aFolder();
  const databases: TestDatabase[] = [];
  const aDatabase = async () => {
    const database = await createTestDatabase();
    databases.push(database);
    return database.url;
  };
  let program: Whole;
  let world: World;
  const make = async (path: string, body: unknown) => (await program.client.must(201, 'POST', path, body)).body;

  beforeAll(async () => {
    program = await startForm('one');
    world = await prepareWorld(program.client);
    await furnish();
  });
  afterAll(async () => {
    await program?.stop();
    for (const database of databases) await database.drop();
    folder.remove();
  });

  /** Objects that refer to one another in every way that is worked out anew or in a second pass. */
  async function furnish(): Promise<void> {
    const status = world.statuses.get('Active');
    await make('extras/custom-fields/', { label: 'Owner', key: 'owner', type: 'text', content_types: ['dcim.device'] });
    const role = await make('extras/roles/', { name: 'leaf', content_types: ['dcim.device'] });
    const maker = await make('dcim/manufacturers/', { name: 'maker' });
    const type = await make('dcim/device-types/', { model: 'type', manufacturer: maker.id });
    await make('dcim/interface-templates/', { name: 'eth0', type: '1000base-t', device_type: type.id });
    const place = await make('dcim/location-types/', { name: 'room', content_types: ['dcim.device'] });
    const room = await make('dcim/locations/', { name: 'room', location_type: place.id, status });
    const devices = await make(
      'dcim/devices/',
      ['one', 'two'].map((name) => ({
        name,
        role: role.id,
        device_type: type.id,
        location: room.id,
        status,
        custom_fields: { owner: name },
      })),
    );
    const ports = (await program.client.must(200, 'GET', 'dcim/interfaces/')).body.results;
    const connected = world.statuses.get('Connected');
    const end = (side: string, { id }: { id: string }) => ({
      [`termination_${side}_type`]: 'dcim.interface',
      [`termination_${side}_id`]: id,
    });
    await make('dcim/cables/', { ...end('a', ports[0]), ...end('b', ports[1]), status: connected });
    await make(
      'ipam/prefixes/',
      ['10.9.0.0/16', '10.9.9.0/24'].map((prefix) => ({ prefix, namespace: world.namespace, status })),
    );
    const address = await make('ipam/ip-addresses/', { address: '10.9.9.1/24', namespace: world.namespace, status });
    await make('ipam/ip-address-to-interface/', { ip_address: address.id, interface: ports[0].id });
    await program.client.must(200, 'PATCH', `dcim/devices/${ports[0].device.id}/`, { primary_ip4: address.id });
    await make('dcim/virtual-chassis/', { name: 'chassis', master: null });
    await make('users/users/', { username: 'somebody', password: 'something to remember' });
    await make(`dcim/devices/${devices[0].id}/notes/`, { note: 'a note' });
    await program.client.must(200, 'GET', 'extras/object-changes/?limit=1');
  }

  it('imports what a running server shows', async () => {
    const target = await aDatabase();
    const { code, text } = await begin(target, 'import', `--from-url=${program.url}`, `--token=${program.token}`).ended;
    expect(text).toMatch(/Of (\d+) lists \1 are as there; .* 0 findings\./);
    expect(code).toBe(0);
    await dumpInto(program.database.url, folder.at('there.jsonl'));
    await dumpInto(target, folder.at('here.jsonl'));
    // Users sign in with the passwords of this server; ids that nobody is told are other ones.
    const shown = (name: string) =>
      linesOf(folder.at(name))
        .map((line) => JSON.parse(line))
        .filter(({ endpoint }) => !endpoint.startsWith('users/') && endpoint !== 'dcim/cablepath')
        .map(({ endpoint, object }) => ({ endpoint, object }));
    expect(shown('here.jsonl')).toEqual(shown('there.jsonl'));
  });

  it('writes a file of a running server that restore reads', async () => {
    const file = folder.at('copy.jsonl.gz');
    const copied = await begin(
      await aDatabase(),
      'import',
      `--from-url=${program.url}/api/`,
      `--token=${program.token}`,
      `--to=${file}`,
    ).ended;
    expect(copied).toMatchObject({ code: 0, text: expect.stringContaining('objects copied') });
    expect(await begin(await aDatabase(), 'restore', file).ended).toMatchObject({ code: 0 });
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
    const tenants = Array.from({ length: 15_000 }, (_, index) => ({
      endpoint: 'tenancy/tenants',
      object: { id: randomUUID(), name: `tenant ${index}`, tenant_group: { id: group.object.id } },
    }));
    const file = folder.write('large.jsonl', [...tenants, group]);
    const target = await aDatabase();
    const first = begin(target, 'restore', file);
    const reached = await eventually('a part is there', 120_000, () => rowsReached(target));
    first.kill();
    await first.ended;
    expect(reached).toBeLessThan(tenants.length);
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
    expect(await begin(target, 'dump', file).ended).toMatchObject({
      code: 1,
      text: expect.stringMatching(
        /^A file was begun to be restored here .* a dump would hold a part, and look whole\./m,
      ),
    });
    expect(readFileSync(file)).toEqual(before);
    expect(await begin(target, 'dump', '--half-restored', folder.at('half.jsonl')).ended).toMatchObject({ code: 0 });
    expect(await begin(target, 'restore', file).ended).toMatchObject({ code: 0 });
    await dumpInto(target, folder.at('after.jsonl'));
    const there = linesOf(folder.at('after.jsonl')).filter((line) => line.startsWith('{"endpoint":"tenancy/tenants"'));
    expect(there).toHaveLength(tenants.length);
    expect(there.every((line) => line.includes(group.object.id))).toBe(true);
    expect(await begin(target, 'audit').ended).toMatchObject({ code: 0 });
  });

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
    const url = await aDatabase();
    expect(await begin(url, 'migrate').ended).toMatchObject({ code: 0 });
    const holding = new Client({ connectionString: url });
    await holding.connect();
    await holding.query('BEGIN; LOCK TABLE tenancy.tenant');
    const parts = () => readdirSync(folder.at('.')).filter((name) => name.endsWith('.part'));
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
    await holding.end();
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
    for (const name of ['load 1.jsonl', 'load 2.jsonl']) {
      await load.grows(60);
      await dumpInto(program.database.url, folder.at(name));
      await delay(100);
    }
    await load.stop();
    expect(load.surprises).toEqual([]);
    for (const name of ['load 1.jsonl', 'load 2.jsonl']) {
      const { found } = await restoreFrom(await aDatabase(), folder.at(name));
      expect(found).toEqual([]);
    }
  });
});
