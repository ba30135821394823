import { rmSync } from 'node:fs';
import { type Bus, createNatsBus, type Subject } from '../../libs/bus/src';
import { type Listener, listen } from '../../libs/bus/test/listener';
import { brokerPurpose, keyFor, type Part, statementPurpose } from '../../libs/config/src';
import { type IdentityStatement, signStatement, type Vouched } from '../../libs/http/src';
import { createLog } from '../../libs/log/src';
import type { TestDatabase } from '../../libs/testkit/src/database';
import { type Broker, missingBroker, startBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { environmentOf } from '../harness/processes';
import { missingBuild, type Program, secretKey, startProgram, token } from '../harness/program';
import { jobsFolder } from '../jobs/folder';
import { describeUnless } from '../program/describeUnless';

const log = createLog({ name: 'attacker', level: 'silent' });
const password = 'a password that nobody else has';
const soon = () => ({ requestId: crypto.randomUUID(), deadline: Date.now() + 30_000 });

/** The bus and the inner doors, as whoever can open a connection to them meets them. */
describeUnless(missingBroker ?? missingBuild, 'the bus of a split deployment', () => {
  let database: TestDatabase;
  let broker: Broker;
  let program: Program;
  let folder: string;
  let administrator: Listener;
  const buses: Bus[] = [];
  const open: { close(): Promise<void> }[] = [];
  let prefix: { id: string; url: string };

  /** The bus with the real credentials of one part. */
  async function as(part: Part): Promise<Bus> {
    const key = keyFor(brokerPurpose(part), secretKey);
    const bus = await createNatsBus({ url: broker.url, log, name: part, key });
    buses.push(bus);
    return bus;
  }
  async function listening(url: string, subject: string, part?: Part): Promise<Listener> {
    const listener = await listen(
      url,
      subject,
      part === undefined ? undefined : { name: part, key: keyFor(brokerPurpose(part), secretKey) },
    );
    open.push(listener);
    return listener;
  }
  const must = (status: number, method: string, path: string, body?: unknown) =>
    program.client.must(status, method, path, body).then((answer) => answer.body);

  beforeAll(async () => {
    folder = jobsFolder();
    database = await createMigratedDatabase();
    broker = await startBroker();
    program = await startProgram({
      arguments: ['split'],
      env: { DATABASE_URL: database.url, NATS_URL: broker.url, PLUMBLINE_JOBS: folder },
    });
    administrator = await listening(broker.administratorUrl, '>');
    const [status] = (await must(200, 'GET', 'extras/statuses/?content_types=ipam.prefix&limit=1')).results;
    const namespace = await must(201, 'POST', 'ipam/namespaces/', { name: 'attacked' });
    const body = { prefix: '10.0.0.0/8', status: status.id, namespace: namespace.id };
    prefix = await must(201, 'POST', 'ipam/prefixes/', body);
  });
  afterAll(async () => {
    for (const each of [...buses, ...open]) await each.close();
    await program?.stop();
    await broker?.stop();
    await database?.drop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const identity = {
    userId: '00000000-0000-0000-0000-000000000000',
    username: 'mallory',
    isSuperuser: true,
    writeEnabled: true,
    permissionStamp: 'x',
  };
  const stated = (more: Partial<IdentityStatement> = {}): IdentityStatement => ({
    ...soon(),
    identity,
    base: '',
    method: 'DELETE',
    ...more,
  });
  /** What the gateway would say, by keys that somebody else has. */
  const forged = (app: string, keys: Buffer[], now?: number): Vouched => {
    const statement = stated();
    return { statement, text: signStatement(statement, { app, method: 'DELETE', url: '/' }, keys, now) };
  };
  const isThere = async () => (await program.client.call('GET', `ipam/prefixes/${prefix.id}/`)).status === 200;

  it('lets no stranger in', async () => {
    await expect(listening(broker.url, '>')).rejects.toThrow(/authorization/i);
    const key = keyFor(brokerPurpose('gateway'), 'another secret key, long enough too');
    await expect(listen(broker.url, '>', { name: 'gateway', key })).rejects.toThrow(/authorization/i);
  });

  it('shows one service nothing that is meant for another', async () => {
    const subjects = [
      '>',
      'plumbline.>',
      '_INBOX_gateway.>',
      '_INBOX_*.>',
      'plumbline.ask.*.users.*.*',
      'plumbline.change.*',
    ];
    for (const subject of subjects) {
      const listener = await listening(broker.url, subject, 'tenancy');
      await must(200, 'GET', 'users/users/?limit=1');
      expect(await listener.refused()).toMatch(/permissions violation/i);
      expect(listener.heard).toEqual([]);
    }
  });

  it('lets one service ask nothing that its models have no need of, nor in the name of another', async () => {
    const bus = await as('tenancy');
    const questions: [Subject, unknown][] = [
      [{ app: 'users', model: 'identity', verb: 'token' }, { digest: 'x' }],
      [{ app: 'users', model: 'identity', verb: 'user' }, { userId: identity.userId }],
      [
        { app: 'users', model: 'token', verb: 'find' },
        { criteria: { and: [] }, values: ['key'] },
      ],
      [{ app: 'ipam', model: 'outbox', verb: 'read' }, { after: 0 }],
      [{ app: 'dcim', model: 'device', verb: 'keepLocalContexts' }, {}],
      [
        { app: 'ipam', model: 'service', verb: 'referrersUnasked' },
        { operation: crypto.randomUUID(), toDelete: {} },
      ],
    ];
    // It is told at once, long before the time of the question is up, so that nothing waits for a broker that knows no better.
    for (const [subject, payload] of questions)
      await expect(bus.request(subject, payload, soon())).rejects.toMatchObject({
        message: `${subject.app}: the broker does not let it be asked that`,
        mayHaveActed: false,
      });
    const listener = await listening(broker.url, '_INBOX_tenancy.>', 'tenancy');
    for (const subject of [
      'plumbline.ask.gateway.users.identity.token',
      'plumbline.event.users.user.changed',
      '_INBOX_gateway.users.x.1',
    ]) {
      listener.publish(subject, '{}');
      expect(await listener.refused()).toContain(subject);
    }
  });

  it('lets a service delete nothing and read nothing in the name of somebody the gateway has not let in', async () => {
    const bus = await as('tenancy');
    const tenant = crypto.randomUUID();
    const deletion = { operation: crypto.randomUUID(), toDelete: { 'tenancy.tenant': [tenant] } };
    const referrers = { app: 'ipam', model: 'service', verb: 'referrers' };
    const own = keyFor(statementPurpose('tenancy'), secretKey);
    const minutesAgo = Date.now() - 200_000;
    const all = ['ipam', 'tenancy'].map((app) => keyFor(statementPurpose(app as 'ipam'), secretKey));
    const claims: (Vouched | undefined)[] = [
      undefined,
      { statement: stated() },
      { statement: stated(), text: 's2.e30.AAAA' },
      forged('tenancy', [own]),
      forged('tenancy', all, minutesAgo),
    ];
    for (const vouched of claims) {
      const call = { ...soon(), ...(vouched ? { vouched } : {}) };
      await expect(bus.request(referrers, deletion, call)).rejects.toMatchObject({ status: 403 });
      const find = { criteria: { path: 'id', lookup: 'isnull', value: false }, viewer: true };
      await expect(bus.request({ app: 'extras', model: 'status', verb: 'find' }, find, call)).rejects.toMatchObject({
        status: 403,
      });
      const note = { label: 'tenancy.tenant', id: tenant, base: '', body: { note: 'forged' } };
      await expect(bus.request({ app: 'extras', model: 'note', verb: 'create' }, note, call)).rejects.toMatchObject({
        status: 403,
      });
    }
    // Nor of objects that are not its own, whoever asks for it.
    const call = { ...soon(), vouched: forged('tenancy', all) };
    const others = { ...deletion, toDelete: { 'ipam.namespace': [tenant] } };
    await expect(bus.request(referrers, others, call)).rejects.toMatchObject({ status: 403 });
    // What nobody has prepared is not carried out.
    const apply = { app: 'ipam', model: 'service', verb: 'apply' };
    const everything = { ...deletion, toDelete: { 'ipam.prefix': [prefix.id], 'ipam.namespace': [tenant] } };
    expect(await bus.request(apply, everything, soon())).toBeNull();
    // What nobody asks for is not read: in whose name it would be comes from the gateway alone.
    expect(await bus.request(apply, { ...deletion, identity }, soon())).toBeNull();
    expect(await isThere()).toBe(true);
    expect((await must(200, 'GET', 'extras/notes/')).count).toBe(0);
  });

  it('carries no token, session or password that could be read', async () => {
    const user = await must(201, 'POST', 'users/users/', {
      username: 'ada',
      password,
      is_superuser: true,
      is_active: true,
    });
    const made = await must(201, 'POST', 'users/tokens/', { user: user.id });
    const bearer = (key: string) => ({ headers: { authorization: `Token ${key}` } });
    expect((await fetch(`${program.url}/api/ipam/prefixes/`, bearer(made.key))).status).toBe(200);
    const basic = Buffer.from(`ada:${password}`).toString('base64');
    const asked = await fetch(`${program.url}/api/users/tokens/`, { headers: { authorization: `Basic ${basic}` } });
    expect(asked.status).toBe(200);
    const form = await fetch(`${program.url}/login/`);
    const csrf = /csrftoken=([^;]+)/.exec(form.headers.get('set-cookie') ?? '')?.[1] ?? '';
    const signedIn = await fetch(`${program.url}/login/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: `csrftoken=${csrf}`, origin: program.url },
      body: new URLSearchParams({ username: 'ada', password, csrfmiddlewaretoken: csrf }),
    });
    const session = /sessionid=([^;]+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? '';
    expect(session.length).toBeGreaterThan(20);
    const shown = await fetch(`${program.url}/api/ipam/prefixes/`, { headers: { cookie: `sessionid=${session}` } });
    expect(shown.status).toBe(200);
    await eventually('the questions were heard', 60_000, async () =>
      ['token', 'basic', 'login', 'session'].every((verb) =>
        administrator.heard.some(({ subject }) => subject === `plumbline.ask.gateway.users.identity.${verb}`),
      ),
    );
    const heard = administrator.heard.map(({ text }) => text).join('\n');
    for (const secret of [token, made.key, session, password, basic]) expect(heard).not.toContain(secret);
  });

  it('is nothing that a worker or a job knows of', async () => {
    const worker = environmentOf(program.partPid('worker') ?? 0);
    expect(Object.keys(worker).filter((name) => name.startsWith('NATS'))).toEqual([]);
    const keys = worker.PLUMBLINE_SECRET_KEY ?? '';
    expect(() => keyFor(brokerPurpose('gateway'), keys)).toThrow(/have none/);
    expect(() => keyFor(statementPurpose('ipam'), keys)).toThrow(/have none/);
    // The worker says what jobs it has once it is up, which may be after the program answers.
    const { id } = await eventually('the job is known', 60_000, async () => {
      const { results } = await must(200, 'GET', 'extras/jobs/?name=Secretive&installed=true');
      return results[0] as { id: string } | undefined;
    });
    await must(200, 'PATCH', `extras/jobs/${id}/`, { enabled: true });
    const { job_result } = await must(201, 'POST', `extras/jobs/${id}/run/`, {});
    const ended = await eventually('the job has ended', 60_000, async () => {
      const found = await must(200, 'GET', `extras/job-results/${job_result.id}/`);
      return ['SUCCESS', 'FAILURE'].includes(found.status.value) && found;
    });
    expect(ended.result.environment.filter((name: string) => /NATS|SECRET|DATABASE|TOKEN/.test(name))).toEqual([]);
  });

  it('gives each process its own keys alone, and was asked for nothing that it does not let them', async () => {
    const ipam = environmentOf(program.partPid('ipam') ?? 0);
    const keys = ipam.PLUMBLINE_SECRET_KEY ?? '';
    expect(keyFor(brokerPurpose('ipam'), keys)).toEqual(keyFor(brokerPurpose('ipam'), secretKey));
    for (const purpose of [
      brokerPurpose('gateway'),
      brokerPurpose('users'),
      statementPurpose('users'),
      'digest token',
      'password',
      'ticket',
    ])
      expect(() => keyFor(purpose, keys)).toThrow(/have none/);
    expect(program.complaints.filter(({ message }) => message === 'NATS refused something')).toEqual([]);
  });

  it('has inner doors on the loopback interface, which a statement opens for its own request within seconds', async () => {
    const ipam = environmentOf(program.partPid('ipam') ?? 0);
    const path = `/api/ipam/prefixes/${prefix.id}/`;
    const every = ['circuits', 'dcim', 'extras', 'ipam', 'tenancy', 'users', 'virtualization'] as const;
    const keys = every.map((app) => keyFor(statementPurpose(app), secretKey));
    const ask = async (method: string, url: string, header?: string) =>
      (
        await fetch(`http://127.0.0.1:${ipam.PORT}${url}`, {
          method,
          headers: header ? { 'x-plumbline-identity': header } : {},
        })
      ).status;
    const sign = (bound: { app: string; method: string; url: string }, by = keys, now = Date.now()) =>
      signStatement(stated({ method: bound.method }), bound, by, now);
    const mine = { app: 'ipam', method: 'GET', url: path };
    expect(ipam.HOST).toBe('127.0.0.1');
    expect(await ask('GET', path, sign(mine))).toBe(200);
    expect(await ask('GET', path)).toBe(403);
    expect(await ask('DELETE', path, sign(mine))).toBe(403);
    expect(await ask('GET', `${path}notes/`, sign(mine))).toBe(403);
    expect(await ask('GET', path, sign({ ...mine, app: 'dcim' }))).toBe(403);
    // By what it says the clocks are apart: it opens nothing either.
    expect(await ask('GET', path, sign(mine, keys, Date.now() - 11_000))).toBe(503);
    expect(await ask('DELETE', path, sign(mine, keys, Date.now() - 11_000))).toBe(403);
    const others = every.filter((app) => app !== 'ipam').map((app) => keyFor(statementPurpose(app), secretKey));
    expect(await ask('GET', path, sign(mine, others))).toBe(403);
    expect(await isThere()).toBe(true);
    const told = await (await fetch(`http://127.0.0.1:${ipam.PORT}/metrics/`)).text();
    for (const name of ['attacked', '10.0.0.0', 'admin', prefix.id]) expect(told).not.toContain(name);
  });
});
