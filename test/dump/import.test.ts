import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createLog } from '@plumbline/log';
import { type TestDatabase, testSettings } from '@plumbline/testkit';
import { Client } from 'pg';
import { type Imported, type ImportOptions, importServer, unpause } from '../../program/src/import';
import { describeShortfall } from '../../program/src/import/shortfalls';
import { startForm, type Whole } from '../harness/forms';
import { isLong, rounds } from '../harness/long';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { entry, missingBuild, secretKey } from '../harness/program';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';
import { aFolder, dumpInto, linesOf } from './files';
import { type Asked, type Fault, type MisbehavingServer, startMisbehavingServer } from './misbehavingServer';

jest.setTimeout(480_000);

const log = createLog({ name: 'test', level: 'silent' });
const patience = { firstWait: 5, longestWait: 20, giveUpAfter: 60_000, answerWithin: 60_000, silentFor: 60_000 };
/** Of who does not wait for the latest of the answers below, but for all others also on a busy machine. */
const impatience = { ...patience, answerWithin: 4_000 };

describeUnless(missingBuild, 'import from a server that misbehaves', () => {
  const folder = aFolder();
  const databases: TestDatabase[] = [];
  let program: Whole;
  /** Shows relations as objects, as the reference does when it is asked for them; the program itself shows them by their addresses. */
  let server: MisbehavingServer;
  let addressing: MisbehavingServer;
  let world: World;
  let whole: string[];
  /** Into which an import went that nothing disturbed. */
  let undisturbed: string;
  /** How much is asked of the server by an import that nothing disturbs. */
  let requestsOfAll: number;
  const ids: Record<string, string> = {};

  const aDatabase = async () => {
    const database = await createMigratedDatabase();
    databases.push(database);
    return database.url;
  };
  const make = async (path: string, body: unknown) => (await program.client.must(201, 'POST', path, body)).body;

  beforeAll(async () => {
    program = await startForm('one');
    world = await prepareWorld(program.client);
    await furnish();
    server = await startMisbehavingServer(program.url, { prefer: 'nested=object' });
    addressing = await startMisbehavingServer(program.url);
    undisturbed = await aDatabase();
    expect(flaws(await take(undisturbed))).toEqual([]);
    requestsOfAll = server.asked.length;
    whole = await shown(undisturbed);
  });
  afterAll(async () => {
    await server?.close();
    await addressing?.close();
    await program?.stop();
    for (const database of databases) await database.drop();
    folder.remove();
  });

  async function furnish(): Promise<void> {
    await furnishNetwork();
    await furnishOddities();
  }

  /** Objects that refer to one another in every way that is worked out anew or in a second pass. */
  async function furnishNetwork(): Promise<void> {
    const status = world.statuses.get('Active');
    await make('extras/custom-fields/', { label: 'Owner', key: 'owner', type: 'text', content_types: ['dcim.device'] });
    const role = await make('extras/roles/', { name: 'leaf', content_types: ['dcim.device'] });
    const maker = await make('dcim/manufacturers/', { name: 'maker' });
    ids.maker = maker.id;
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
  }

  /** Objects of the kinds that come along in other ways than most. */
  async function furnishOddities(): Promise<void> {
    const status = world.statuses.get('Active');
    const tagged = ['circuits.circuittermination', 'extras.externalintegration', 'extras.gitrepository'];
    const tag = await make('extras/tags/', { name: 'tagged', content_types: tagged });
    const provider = await make('circuits/providers/', { name: 'provider' });
    const type = await make('circuits/circuit-types/', { name: 'type' });
    const circuit = await make('circuits/circuits/', {
      cid: '1',
      provider: provider.id,
      circuit_type: type.id,
      status,
    });
    const network = await make('circuits/provider-networks/', { name: 'network', provider: provider.id });
    const end = { circuit: circuit.id, term_side: 'A', provider_network: network.id };
    ids.termination = (await make('circuits/circuit-terminations/', end)).id;
    ids.integration = (
      await make('extras/external-integrations/', { name: 'other', remote_url: 'https://x.example' })
    ).id;
    const repository = { name: 'repository', slug: 'repository', remote_url: 'https://git.example/x.git' };
    ids.repository = (await make('extras/git-repositories/', repository)).id;
    const content_types = ['dcim.device'];
    ids.webhook = (
      await make('extras/webhooks/', {
        name: 'hook',
        content_types,
        type_create: true,
        payload_url: 'https://x.example',
      })
    ).id;
    const clusters = await make('virtualization/cluster-types/', { name: 'clusters' });
    await make('virtualization/clusters/', { name: 'cluster', cluster_type: clusters.id });
    await make(
      'tenancy/tenants/',
      Array.from({ length: 60 }, (_, index) => ({ name: `tenant ${index}` })),
    );
    ids.tag = tag.id;
    ids.schedule = randomUUID();
    const run = (statement: string) => ask(program.database.url, statement);
    for (const [table, id] of [
      ['circuits.circuittermination', ids.termination],
      ['extras.externalintegration', ids.integration],
      ['extras.gitrepository', ids.repository],
    ])
      await run(`UPDATE ${table} SET tags = ARRAY['${tag.id}'::uuid] WHERE id = '${id}'`);
    const [{ id: result }] = (await run(
      `INSERT INTO extras.jobresult (id, status, name, date_created, task_args, task_kwargs, celery_kwargs, custom_fields)
         VALUES (gen_random_uuid(), 'SUCCESS', 'run', now(), '[]', '{}', '{}', '{}') RETURNING id`,
    )) as [{ id: string }];
    await run(
      `INSERT INTO extras.joblogentry (id, log_level, grouping, message, log_object, absolute_url, job_result, created)
         SELECT gen_random_uuid(), CASE WHEN n = 1 THEN 'success' ELSE 'info' END, 'main', 'line ' || n, '', '', '${result}', now()
         FROM generate_series(1, 30) n`,
    );
    await run(`UPDATE extras.objectchange SET change_context = '' WHERE changed_object_id = '${ids.maker}'`);
    await run(
      `INSERT INTO extras.scheduledjob (id, name, task, interval, args, kwargs, celery_kwargs, queue, one_off, start_time,
           enabled, total_run_count, date_changed, description, approval_required, crontab, next_run, paused)
         VALUES ('${ids.schedule}', 'nightly', 'job', 'daily', '[]', '{}', '{}', '', false, now() - interval '3 days', true, 3,
           now(), '', false, '', now() + interval '3 hours', false)`,
    );
  }

  const take = (
    databaseUrl: string,
    more: Partial<ImportOptions> = {},
    fault?: (asked: Asked) => Fault | undefined,
  ) => {
    server.misbehave(fault ?? (() => undefined));
    const settings = testSettings({ databaseUrl, dataDir: folder.at(new URL(databaseUrl).pathname.slice(1)) });
    return importServer(settings, {
      url: server.url,
      token: program.token,
      patience,
      log,
      progress: () => {},
      found: () => {},
      notice: () => {},
      ...more,
    });
  };

  /** What is not as it is there. */
  const flaws = ({ comparisons, shortfalls, findings }: Imported): string[] => [
    ...shortfalls.filter(({ expected }) => !expected).map(describeShortfall),
    ...comparisons
      .filter(({ there, here, mayBeMore }) => there !== undefined && there !== here && !(mayBeMore && here > there))
      .map(({ endpoint, there, here }) => `${endpoint}: ${there} there, ${here} here`),
    ...comparisons.flatMap(({ endpoint, differing }) =>
      differing.map(({ column }) => `${endpoint}: ${column} differs`),
    ),
    ...(findings > 0 ? [`${findings} findings`] : []),
  ];

  /** All lines of a dump but those that are made anew in every server. */
  async function shown(databaseUrl: string): Promise<string[]> {
    const file = folder.at(`${randomUUID()}.jsonl`);
    await dumpInto(databaseUrl, file);
    // A secret is sealed otherwise each time.
    const lines = linesOf(file).map((line) => line.replace(/"secret":"[^"]*"/, '"secret":""'));
    return lines.filter((line) => !/^\{"endpoint":"(users\/|dcim\/cablepath)/.test(line)).sort();
  }

  async function ask(databaseUrl: string, statement: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      // Triggers of a service's tables find its other tables as the service does.
      await client.query(`SET search_path = ${/(\w+)\./.exec(statement)![1]}`);
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  const isSorted = ({ query }: Asked) => query.has('sort');
  const down: Fault = { status: 502 };
  const broken: Fault = { status: 500 };

  it('brings along all that there is', async () => {
    // Ids that nobody is told are other ones.
    const told = (lines: string[]) =>
      lines
        .map((line) => JSON.parse(line))
        .map(({ endpoint, object }) => JSON.stringify({ endpoint, object }))
        .sort();
    expect(told(whole)).toEqual(told(await shown(program.database.url)));
  });

  it('brings along what the REST API shows only when asked in another way, and values of other times', async () => {
    const text = whole.join('\n');
    for (const [endpoint, id] of [
      ['circuits/circuit-terminations', ids.termination],
      ['extras/external-integrations', ids.integration],
      ['extras/git-repositories', ids.repository],
    ])
      expect(whole.find((line) => line.startsWith(`{"endpoint":"${endpoint}"`) && line.includes(id!))).toContain(
        ids.tag,
      );
    expect(text).toContain('"log_level":"success"');
    expect(text).toContain('"change_context":""');
    // A schedule that was on goes on, at the next of its times.
    const [schedule] = await ask(undisturbed, 'SELECT enabled, next_run > now() AS ahead FROM extras.scheduledjob');
    expect(schedule).toEqual({ enabled: true, ahead: true });
  });

  /** Which part of a list is asked for. */
  const spans = ({ query }: Asked, place: number): boolean => {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    return limit > 0 && offset <= place && offset + limit > place;
  };
  const large = ({ query }: Asked, most: number) => Number(query.get('limit')) > most;

  /** What is wrong with which list. */
  const wrong: Record<string, (asked: Asked) => Fault | false> = {
    // As in the reference.
    'extras/job-logs': (asked) => isSorted(asked) && broken,
    'extras/statuses': ({ query }) => query.has('depth') && broken,
    'extras/roles': (asked) => !isSorted(asked) && large(asked, 1) && broken,
    // A proxy gives up on it, however often it is asked.
    'extras/object-changes': (asked) => large(asked, 20) && { status: 504 },
    'tenancy/tenants': (asked) => spans(asked, 17) && broken,
    'dcim/manufacturers': () => broken,
    'dcim/device-types': (asked) => large(asked, 1) && 'half',
    'dcim/locations': ({ before }) => before < 2 && { late: impatience.answerWithin + 500 },
  };

  it('survives lists each of which works in a way of its own only, and a server that was away for long in the middle', async () => {
    const target = await aDatabase();
    const faultOf = (asked: Asked) => wrong[asked.endpoint]?.(asked) || undefined;
    let isAway = false;
    const gone = take(target, { patience: { ...patience, longestWait: 1_000, giveUpAfter: 10_000 } }, (asked) => {
      isAway ||= asked.endpoint === 'tenancy/tenants';
      return isAway ? down : faultOf(asked);
    });
    await expect(gone).rejects.toThrow(/502.*Give the same command again to go on/);
    const copied = (endpoint: string) => server.asked.some((asked) => asked.endpoint === endpoint && isSorted(asked));
    const before = Object.keys(wrong).filter(copied);
    await expect(take(target, { paused: true })).rejects.toThrow(/begun without options is not finished/);
    expect(flaws(await take(target, { patience: impatience }, faultOf))).toEqual([]);
    expect(await shown(target)).toEqual(whole);
    // What was copied before is not copied again.
    const after = Object.keys(wrong).filter(copied);
    expect([before.length, after.length]).toEqual([5, 4]);
    expect(before.filter((endpoint) => after.includes(endpoint))).toEqual(['tenancy/tenants']);
  });

  const mishaps: Fault[] = [
    'reset',
    'half',
    down,
    { status: 503, headers: { 'retry-after': new Date().toUTCString() } },
    { status: 504 },
    { status: 429, headers: { 'retry-after': '0' } },
    { status: 200, body: '<html>Please wait' },
    broken,
  ];

  (isLong ? it : it.skip)(
    'survives a server at which everything goes wrong the first time, and some things the second',
    async () => {
      const target = await aDatabase();
      let count = 0;
      const fault = ({ before }: Asked) => {
        count += 1;
        return before === 0 || (before === 1 && count % 3 === 0) ? mishaps[count % mishaps.length] : undefined;
      };
      expect(flaws(await take(target, {}, fault))).toEqual([]);
      expect(await shown(target)).toEqual(whole);
    },
  );

  it('tells of lists that fail altogether and of those that the token may not read, leaves out what is to be skipped, and switches off what acts by itself until it is to be switched on', async () => {
    const fault = ({ endpoint }: Asked): Fault | undefined => {
      if (endpoint === 'circuits/providers') return { status: 403, body: '{"detail": "no"}' };
      return ['tenancy/tenants', 'virtualization/cluster-types', 'graphql'].includes(endpoint) ? broken : undefined;
    };
    const target = await aDatabase();
    await expect(take(target, { skip: new Set(['dcim/castles']) })).rejects.toThrow(/no dcim\/castles to skip/);
    const skip = new Set(['virtualization/cluster-types']);
    const failed = flaws(await take(target, { paused: true, verify: true, skip }, fault));
    expect(failed).toContainEqual(
      expect.stringMatching(/^tenancy\/tenants: all not taken over: the server answered 500/),
    );
    expect(failed).toContainEqual(
      expect.stringMatching(/^circuits\/providers: all .* the token may not read it \(403\)/),
    );
    // What cannot be without them is not there either, and that is told.
    expect(failed).toContainEqual(
      expect.stringMatching(/^circuits\/circuits: 1 .* its provider is of circuits\/provi/),
    );
    // What is skipped is not missed; what cannot be without it is.
    expect(failed.filter((flaw) => !/^(circuits\/|tenancy\/tenants: )/.test(flaw))).toEqual([
      'virtualization/clusters: 1 there, 0 here',
      'virtualization/clusters: undefined differs',
    ]);
    // Entries of the change log show what they are about, where that is there, and tags how many objects carry them.
    const others = (lines: string[]) =>
      lines
        .filter(
          (line) =>
            !/"endpoint":"(circuits\/|virtualization\/cluster|tenancy\/tenants|extras\/(object-changes|webhooks|scheduled-jobs)")/.test(
              line,
            ),
        )
        .map((line) => line.replace(/"tagged_items":\d+/, ''));
    expect(others(await shown(target))).toEqual(others(whole));
    const enabled = () =>
      ask(
        target,
        'SELECT enabled FROM extras.webhook UNION ALL SELECT enabled AND next_run > now() FROM extras.scheduledjob',
      );
    expect(await enabled()).toEqual([{ enabled: false }, { enabled: false }]);
    const settings = testSettings({ databaseUrl: target, dataDir: folder.at('unpause') });
    const switched = await unpause(settings, log);
    expect(switched.filter(({ count }) => count > 0)).toEqual([
      { endpoint: 'extras/webhooks', count: 1 },
      { endpoint: 'extras/scheduled-jobs', count: 1 },
    ]);
    expect(await enabled()).toEqual([{ enabled: true }, { enabled: true }]);
    expect((await unpause(settings, log)).every(({ count }) => count === 0)).toBe(true);
  });

  it('has nothing to do the second time, and tells what has changed since', async () => {
    const target = undisturbed;
    await ask(target, `UPDATE tenancy.tenant SET description = 'other' WHERE name = 'tenant 7'`);
    await ask(target, `DELETE FROM tenancy.tenant WHERE name = 'tenant 8'`);
    const second = await take(target, { verify: true });
    expect(second).toMatchObject({ already: expect.stringMatching(/^20/), findings: 0 });
    expect(second.comparisons.reduce((sum, { compared }) => sum + compared, 0)).toBeGreaterThan(200);
    expect(server.asked.filter(({ endpoint }) => endpoint === 'graphql')).toEqual([]);
    expect(flaws(second).filter((flaw) => !flaw.startsWith('tenancy/tenants: '))).toEqual([]);
    expect(second.comparisons.find(({ endpoint }) => endpoint === 'tenancy/tenants')).toMatchObject({
      there: 60,
      here: 59,
      compared: 60,
      differing: expect.arrayContaining([
        { column: 'description', count: 1, examples: [expect.any(String)] },
        { column: undefined, count: 1, examples: [expect.any(String)] },
      ]),
    });
  });

  it(
    'ends the same however often it is killed',
    async () => {
      /** Runs the import into a database; one that is to be killed is at a moment after so many requests. */
      const run = async (target: string, killAfter = Number.POSITIVE_INFINITY) => {
        const env = {
          PATH: process.env.PATH,
          DATABASE_URL: target,
          PLUMBLINE_SECRET_KEY: secretKey,
          PLUMBLINE_DATA: folder.at(`killed ${new URL(target).pathname.slice(1)}`),
          IMPORT_TOKEN: program.token,
        };
        const child = spawn(process.execPath, [entry, 'import', `--from-url=${addressing.url}`], {
          env,
          stdio: 'pipe',
        });
        let requests = 0;
        addressing.misbehave((asked) => {
          requests++;
          if (requests === killAfter) setTimeout(() => child.kill('SIGKILL'), 300 * Math.random());
          return asked.endpoint === 'extras/job-logs' && isSorted(asked) ? broken : undefined;
        });
        let text = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
        const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
        return { code, text };
      };
      let target = await aDatabase();
      for (let kills = 0; kills < rounds(10, 1); ) {
        const ended = await run(target, Math.ceil(requestsOfAll * Math.random()));
        if (ended.code === null) kills++;
        else {
          // It had come so far already that it was done before its moment came.
          if (ended.code !== 0)
            throw new Error(`The import ended with ${ended.code} before it was killed: ${ended.text}`);
          expect(await shown(target)).toEqual(whole);
          target = await aDatabase();
        }
      }
      const last = await run(target);
      expect(last).toMatchObject({ code: 0, text: expect.stringMatching(/Of (\d+) lists \1 are as there/) });
      expect(await shown(target)).toEqual(whole);
      expect(await run(target)).toMatchObject({ code: 0, text: expect.stringContaining('Nothing to do') });
    },
    480_000 + rounds(10, 1) * 120_000,
  );
});
