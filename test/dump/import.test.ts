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
  let server: MisbehavingServer;
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
    program = await startForm('one', { env: { PLUMBLINE_NESTED_RELATIONS: 'object' } });
    world = await prepareWorld(program.client);
    await furnish();
    server = await startMisbehavingServer(program.url);
    undisturbed = await aDatabase();
    expect(flaws(await take(undisturbed))).toEqual([]);
    requestsOfAll = server.asked.length;
    whole = await shown(undisturbed);
  });
  afterAll(async () => {
    await server?.close();
    await program?.stop();
    for (const database of databases) await database.drop();
    folder.remove();
  });

  /** Objects of the kinds that come along in other ways than most. */
  async function furnish(): Promise<void> {
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
    const maker = await make('dcim/manufacturers/', { name: 'maker' });
    await make('dcim/device-types/', { model: 'type', manufacturer: maker.id });
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
    await run(`UPDATE extras.objectchange SET change_context = '' WHERE changed_object_id = '${maker.id}'`);
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
    'dcim/location-types': ({ before }) => before < 2 && { late: impatience.answerWithin + 500 },
  };

  it('survives lists each of which works in a way of its own only', async () => {
    const target = await aDatabase();
    const options = { patience: impatience };
    const imported = await take(target, options, (asked) => wrong[asked.endpoint]?.(asked) || undefined);
    expect(flaws(imported)).toEqual([]);
    expect(await shown(target)).toEqual(whole);
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

  it('tells of lists that fail altogether and of those that the token may not read, and goes on', async () => {
    const fault = ({ endpoint }: Asked): Fault | undefined => {
      if (endpoint === 'dcim/manufacturers') return { status: 403, body: '{"detail": "no"}' };
      return endpoint === 'tenancy/tenants' || endpoint === 'graphql' ? broken : undefined;
    };
    const target = await aDatabase();
    const failed = flaws(await take(target, {}, fault));
    expect(failed).toContainEqual(
      expect.stringMatching(/^tenancy\/tenants: all not taken over: the server answered 500/),
    );
    expect(failed).toContainEqual(
      expect.stringMatching(/^dcim\/manufacturers: all .* the token may not read it \(403\)/),
    );
    // What cannot be without them is not there either, and that is told.
    expect(failed).toContainEqual(
      expect.stringMatching(/^dcim\/device-types: 1 .* its manufacturer is of dcim\/manufac/),
    );
    // Entries of the change log show what they are about, where that is there.
    const others = (lines: string[]) =>
      lines.filter(
        (line) =>
          !/"endpoint":"(tenancy\/tenants|dcim\/manufacturers|dcim\/device-types|extras\/object-changes)"/.test(line),
      );
    expect(others(await shown(target))).toEqual(others(whole));
    const skip = new Set(['tenancy/tenants', 'dcim/manufacturers']);
    // What is skipped is not missed; what cannot be without it is.
    const missed = flaws(await take(await aDatabase(), { skip }, fault));
    expect(missed.filter((flaw) => !flaw.startsWith('dcim/device-types: '))).toEqual([]);
    expect(missed).toContain('dcim/device-types: 1 there, 0 here');
    await expect(take(await aDatabase(), { skip: new Set(['dcim/castles']) })).rejects.toThrow(
      /no dcim\/castles to skip/,
    );
  });

  it('gives up on a server that stays away, and goes on when it is back', async () => {
    const target = await aDatabase();
    const gone = take(target, { patience: { ...patience, giveUpAfter: 200 } }, ({ endpoint }) =>
      server.asked.length > 40 || endpoint === 'nowhere' ? down : undefined,
    );
    await expect(gone).rejects.toThrow(/502.*Give the same command again to go on/);
    await expect(take(target, { paused: true })).rejects.toThrow(/begun without options is not finished/);
    expect(flaws(await take(target))).toEqual([]);
    expect(await shown(target)).toEqual(whole);
  });

  it('has nothing to do the second time, and tells what has changed there since', async () => {
    const target = undisturbed;
    const second = await take(target, { verify: true });
    expect(second).toMatchObject({ already: expect.stringMatching(/^20/), findings: 0 });
    expect(flaws(second)).toEqual([]);
    expect(second.comparisons.reduce((sum, { compared }) => sum + compared, 0)).toBeGreaterThan(200);
    expect(server.asked.filter(({ endpoint }) => endpoint === 'graphql')).toEqual([]);
    await ask(target, `UPDATE tenancy.tenant SET description = 'other' WHERE name = 'tenant 7'`);
    await ask(target, `DELETE FROM tenancy.tenant WHERE name = 'tenant 8'`);
    const third = await take(target, { verify: true });
    expect(third.comparisons.find(({ endpoint }) => endpoint === 'tenancy/tenants')).toMatchObject({
      there: 60,
      here: 59,
      compared: 60,
      differing: expect.arrayContaining([
        { column: 'description', count: 1, examples: [expect.any(String)] },
        { column: undefined, count: 1, examples: [expect.any(String)] },
      ]),
    });
  });

  it('leaves switched off what acts by itself, until it is to be switched on', async () => {
    const target = await aDatabase();
    expect(flaws(await take(target, { paused: true, verify: true }))).toEqual([]);
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
        const child = spawn(process.execPath, [entry, 'import', `--from-url=${server.url}`], { env, stdio: 'pipe' });
        let requests = 0;
        server.misbehave((asked) => {
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
