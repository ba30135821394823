import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  addressOf,
  borrowSecretKey,
  demandSecretKey,
  describeSettings,
  ensureSecretKey,
  isOwnVariable,
  readSettings,
  SettingsError,
} from '../src';

const nats = { NATS_URL: 'nats://broker:4222' };

function problemsOf(env: Record<string, string>, argv: string[] = []): readonly string[] {
  try {
    readSettings(env, argv);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe('readSettings', () => {
  it('reads proxies, names of hosts and the token for measures', () => {
    const settings = readSettings({
      PLUMBLINE_TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1',
      NAUTOBOT_ALLOWED_HOSTS: 'SOT.example.net  .example.org [2001:db8::2]',
      PLUMBLINE_METRICS_TOKEN: 'measures-may-be-read',
    });
    expect(settings).toMatchObject({
      trustedProxies: ['10.0.0.0/8', '2001:db8::1'],
      allowedHosts: ['sot.example.net', '.example.org', '2001:db8::2'],
      metricsToken: 'measures-may-be-read',
    });
    expect(
      problemsOf({
        PLUMBLINE_TRUSTED_PROXIES: 'proxy.example.net',
        PLUMBLINE_ALLOWED_HOSTS: 'https://sot.example.net',
        PLUMBLINE_METRICS_TOKEN: 'short',
      }),
    ).toEqual([
      expect.stringMatching(/^PLUMBLINE_TRUSTED_PROXIES must name addresses and networks/),
      expect.stringMatching(/^PLUMBLINE_ALLOWED_HOSTS must name hosts/),
      'PLUMBLINE_METRICS_TOKEN must have at least 16 characters.',
    ]);
  });

  it('has an answer for everything when nothing is said', () => {
    expect(readSettings({})).toEqual({
      target: 'all',
      loadedApps: [],
      host: '0.0.0.0',
      port: 8080,
      trustedProxies: [],
      allowedHosts: [],
      connections: { total: 10_000, perAddress: 500 },
      metricsEnabled: true,
      dataDir: resolve('.plumbline'),
      databaseUrls: {},
      databasePoolSize: 10,
      databaseUse: { pooled: false, fastPaths: true },
      natsOpen: false,
      readReplicas: { urls: {}, lag: 0, pause: 45_000 },
      serviceUrls: {
        circuits: 'http://127.0.0.1:8081',
        dcim: 'http://127.0.0.1:8082',
        extras: 'http://127.0.0.1:8083',
        ipam: 'http://127.0.0.1:8084',
        tenancy: 'http://127.0.0.1:8085',
        users: 'http://127.0.0.1:8086',
        virtualization: 'http://127.0.0.1:8087',
      },
      secretKey: '',
      superuser: { name: 'admin' },
      signIn: {
        methods: [],
        local: 'everybody',
        secondFactor: 'optional',
        password: { length: 1, strength: 0 },
        session: { seconds: 1_209_600, idleSeconds: 0 },
      },
      maxPageSize: 1000,
      paginateCount: 50,
      strictFiltering: true,
      nestedRelations: 'url',
      hideRelated: false,
      graphql: { depth: 20, fields: 1000, relations: 200, values: 250_000 },
      outboxHours: 24,
      uploadBytes: 10 * 1024 * 1024,
      changelogRetention: 90,
      workers: 1,
      worker: { queues: ['default'], concurrency: 2 },
      jobs: {
        folder: expect.stringMatching(/\.plumbline\/jobs$/),
        packages: [],
        softTimeLimit: 300,
        timeLimit: 600,
        memory: 256,
      },
      outgoingAllow: [],
      webhooks: {
        timeout: 10_000,
        connections: 8,
        attempts: 25,
        firstWait: 1_000,
        longestWait: 3_600_000,
        deliveredHours: 24,
        failedHours: 720,
      },
      logLevel: 'info',
      logFormat: 'auto',
    });
  });

  it('reads the environment', () => {
    const settings = readSettings({
      PORT: '9000',
      HOST: '127.0.0.1',
      DATABASE_URL: 'postgres://u:p@db/plumbline',
      IPAM_DATABASE_URL: 'postgresql://db2/ipam',
      DCIM_URL: 'http://dcim:8082',
      NATS_URL: 'nats://a:4222,tls://b:4222',
      PLUMBLINE_SUPERUSER_API_TOKEN: 't'.repeat(40),
      PLUMBLINE_MAX_PAGE_SIZE: '0',
      PLUMBLINE_STRICT_FILTERING: 'False',
      PLUMBLINE_NESTED_RELATIONS: 'object',
      UNRELATED: 'x',
    });
    expect(settings).toMatchObject({
      port: 9000,
      host: '127.0.0.1',
      databaseUrl: 'postgres://u:p@db/plumbline',
      databaseUrls: { ipam: 'postgresql://db2/ipam' },
      serviceUrls: { dcim: 'http://dcim:8082', ipam: 'http://127.0.0.1:8084' },
      natsUrl: 'nats://a:4222,tls://b:4222',
      superuser: { name: 'admin', apiToken: 't'.repeat(40) },
      maxPageSize: 0,
      strictFiltering: false,
      nestedRelations: 'object',
      graphql: { depth: 20, fields: 1000, relations: 200, values: 250_000 },
    });
  });

  it('reads how connections are used, and certificates for the way to the broker', () => {
    const pooled = {
      PLUMBLINE_DATABASE_POOLER: 'transaction',
      PLUMBLINE_DATABASE_POOLER_ANSWERS: 'second',
      PLUMBLINE_DATABASE_FAST_PATHS: 'off',
    };
    expect(readSettings(pooled).databaseUse).toEqual({ pooled: true, fastPaths: false, answersName: 'second' });
    expect(() => readSettings({ PLUMBLINE_DATABASE_POOLER_ANSWERS: 'second' })).toThrow(/means nothing without/);
    const files = { NATS_CA: 'ca.crt', NATS_CERT: 'our.crt', NATS_KEY: 'our.key' };
    expect(readSettings({ ...nats, ...files }).natsTls).toEqual({
      ca: 'ca.crt',
      certificate: 'our.crt',
      key: 'our.key',
    });
    expect(() => readSettings({ ...nats, NATS_KEY: 'our.key' })).toThrow('NATS_CERT and NATS_KEY go together');
  });

  const long = 'x'.repeat(10_001);
  it.each([
    ['OTEL_EXPORTER_OTLP_HEADERS', 'sesame', 'must have the form name=value,name=value.'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=100%', 'must have the form name=value,name=value.'],
    ['DATABASE_URL', 'postgres://ada:pa/ss@db/plumbline', 'must be a whole address, in which special characters'],
    ['IPAM_URL', 'http://', 'must be a whole address, in which special characters'],
    ['PLUMBLINE_SECRET_KEY', 'short', 'must have at least 32 characters.'],
    ['PLUMBLINE_SECRET_KEY', long, 'must have at most 10000 characters.'],
    ['PLUMBLINE_SUPERUSER_NAME', 'n'.repeat(151), 'must have at most 150 characters, not "n'],
    ['PLUMBLINE_SUPERUSER_NAME', 'ada lovelace', 'must have only letters, numbers and @ . + - _, not "ada lovelace".'],
    ['PLUMBLINE_SUPERUSER_API_TOKEN', 'a b'.padEnd(40, 'c'), 'must have only letters of ASCII, digits and signs,'],
    ['PLUMBLINE_METRICS_TOKEN', 'correct horse battery', 'must have only letters of ASCII, digits and signs,'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '0', 'must be a whole number from 1 to 600000, not "0".'],
    ['PLUMBLINE_SUPERUSER_EMAIL', 'ada', 'must be an email address, not "ada".'],
    ['PLUMBLINE_WORKER_QUEUES', ',', 'must name one queue at least, not ",".'],
    ['PLUMBLINE_PORT', '9000', 'is not a setting. Did you mean PORT?'],
    ['PLUMBLINE_DATABASE_URL', 'postgres://db/plumbline', 'is not a setting. Did you mean DATABASE_URL?'],
  ])('says what is wrong (%#: %s)', (variable, value, said) => {
    expect(problemsOf({ [variable]: value })).toEqual([expect.stringContaining(`${variable} ${said}`)]);
  });

  it('refuses what libpq would not take in the address of a database', () => {
    const of = (query: string) => () => readSettings({ DATABASE_URL: `postgres://db/plumbline?${query}` });
    expect(of('sslmode=verify')).toThrow(
      /DATABASE_URL must be an address that holds: sslmode is one of disable, allow/,
    );
    expect(of('sslmode=require&sslrootcert=system')).toThrow(/goes with sslmode=verify-full alone/);
    expect(of('channel_binding=require')).toThrow(/channel_binding=require is not supported/);
    expect(of('sslmode=prefer&channel_binding=prefer')).not.toThrow();
  });

  it('lets options win over variables, in both spellings', () => {
    expect(readSettings({ PORT: '1', ...nats }, ['--target', 'ipam', '--port=2', '--data=/d'])).toMatchObject({
      target: 'ipam',
      port: 2,
      dataDir: '/d',
    });
  });

  it('gives each service its own port', () => {
    expect(readSettings(nats, ['--target=ipam']).port).toBe(8084);
    expect(readSettings(nats, ['--target=gateway']).port).toBe(8080);
  });

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:8080', 'http://machine:8080'],
    ['::', 'http://127.0.0.1:8080', 'http://machine:8080'],
    ['::1', 'http://[::1]:8080', 'http://[::1]:8080'],
    ['10.0.0.5', 'http://10.0.0.5:8080', 'http://10.0.0.5:8080'],
    ['localhost', 'http://localhost:8080', 'http://localhost:8080'],
  ])('a process that listens on %s is reached there', (host, here, elsewhere) => {
    const settings = readSettings({ HOST: host });
    expect([addressOf(settings), addressOf(settings, 'machine')]).toEqual([here, elsewhere]);
  });

  it('takes no other word for true or false, whatever objects have by that name', () => {
    expect(() => readSettings({ PLUMBLINE_STRICT_FILTERING: 'constructor' })).toThrow('be true or false');
  });

  it('takes an empty variable as not set', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '', PLUMBLINE_SECRET_KEY: '' })).toMatchObject({
      port: 8080,
      secretKey: '',
    });
  });

  it('names everything that is wrong at once', () => {
    const problems = problemsOf(
      {
        PORT: '99999',
        DATABASE_URL: 'mysql://root:sesame@db',
        PLUMBLINE_MAXPAGE_SIZE: '5',
        PLUMBLINE_SECRET_KEY: 'sesame',
        PLUMBLINE_SUPERUSER_API_TOKEN: 'sesame',
        PLUMBLINE_STRICT_FILTERING: 'maybe',
        PLUMBLINE_ZZZZZZZZZZZZZZZZZZZZ: '1',
        CIRCUITS_URL: 'circuits:80',
      },
      ['--tagret=ipam', 'serve', '--host'],
    );
    expect(problems).toEqual([
      '--tagret is not an option. Did you mean --target?',
      '"serve" is not an option. Options are written --name=value.',
      '--host needs a value: --host=…',
      'PLUMBLINE_MAXPAGE_SIZE is not a setting. Did you mean PLUMBLINE_MAX_PAGE_SIZE?',
      'PLUMBLINE_ZZZZZZZZZZZZZZZZZZZZ is not a setting. Remove it.',
      'PORT must be a whole number from 0 to 65535, not "99999".',
      'DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
      'PLUMBLINE_SECRET_KEY must have at least 32 characters.',
      'PLUMBLINE_SUPERUSER_API_TOKEN must have exactly 40 characters.',
      'PLUMBLINE_STRICT_FILTERING must be true or false, not "maybe".',
      'CIRCUITS_URL must be an address that starts with http:// or https://, not "circuits:80".',
    ]);
    expect(new SettingsError(problems).message).toContain('plumbline help settings');
    expect(problems.join()).not.toContain('sesame');
  });

  it('reads apps by the last part of their path, or by the name before them', () => {
    const settings = readSettings({ PLUMBLINE_APPS: './examples/bgp, firewalls=@example/plumbline-firewalls' });
    expect(settings.loadedApps).toEqual([
      { name: 'bgp', from: resolve('./examples/bgp') },
      { name: 'firewalls', from: '@example/plumbline-firewalls' },
    ]);
    expect(settings.serviceUrls.firewalls).toBe('http://127.0.0.1:8089');
    const split = { PLUMBLINE_APPS: './examples/bgp', BGP_DATABASE_URL: 'postgres://db/bgp', NATS_URL: 'nats://n' };
    expect(readSettings(split, ['--target=bgp'])).toMatchObject({
      target: 'bgp',
      port: 8088,
      host: '127.0.0.1',
      databaseUrls: { bgp: 'postgres://db/bgp' },
    });
  });

  it.each(['./ipam', './nats', './database', 'worker=./x', './bgp-models', 'bgp=', './bgp,bgp=./other'])(
    'refuses the apps %s',
    (apps) => {
      expect(problemsOf({ PLUMBLINE_APPS: apps })).toEqual([expect.stringContaining('PLUMBLINE_APPS must name')]);
    },
  );

  it('knows that one target alone needs NATS, unless it asks no other', () => {
    expect(problemsOf({}, ['--target=ipam'])).toEqual([expect.stringContaining('NATS_URL is missing')]);
    expect(readSettings({}, ['--target=ipam'], { alone: true })).toMatchObject({ target: 'ipam', natsUrl: undefined });
    expect(problemsOf({}, ['--target=wan'])).toEqual([expect.stringContaining('--target must be one of all, gateway')]);
  });

  it('does not mind what Kubernetes adds for services of that name', () => {
    const env = {
      PLUMBLINE_SERVICE_HOST: '10.0.0.1',
      PLUMBLINE_PORT: 'tcp://x',
      PLUMBLINE_GATEWAY_PORT_8080_TCP_ADDR: 'x',
    };
    expect(problemsOf(env)).toEqual([]);
  });
});

describe('describeSettings', () => {
  it('names every setting with its default and no line is too long', () => {
    const text = describeSettings();
    for (const name of ['--target', 'PORT', 'PLUMBLINE_PAGINATE_COUNT', 'IPAM_DATABASE_URL', 'VIRTUALIZATION_URL']) {
      expect(text).toContain(name);
    }
    expect(text).toContain('PLUMBLINE_MAX_PAGE_SIZE  (default: 1000)');
    expect(text.split('\n').every((line) => line.length <= 110)).toBe(true);
  });

  it('names to a part what its process reads', () => {
    const told = ['ipam', 'gateway', 'users'].map((part) => describeSettings(part));
    const names = [
      '--target',
      'IPAM_DATABASE_URL',
      'DCIM_DATABASE_URL',
      'PLUMBLINE_ALLOWED_HOSTS',
      'PLUMBLINE_JOBS',
      'PLUMBLINE_OUTGOING_ALLOW',
      'PLUMBLINE_READ_REPLICA_PAUSE',
      'PORT',
    ];
    expect(told.map((text) => names.filter((name) => text.match(new RegExp(`^  .*${name}`, 'm'))))).toEqual([
      ['IPAM_DATABASE_URL', 'PORT'],
      ['PLUMBLINE_ALLOWED_HOSTS', 'PLUMBLINE_READ_REPLICA_PAUSE', 'PORT'],
      ['PLUMBLINE_OUTGOING_ALLOW', 'PORT'],
    ]);
  });
});

describe('ensureSecretKey', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'plumbline-config-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('keeps the key that was set', async () => {
    const settings = readSettings({ PLUMBLINE_SECRET_KEY: 'k'.repeat(32), PLUMBLINE_DATA: dataDir });
    expect(await ensureSecretKey(settings)).toBe(settings);
  });

  it('makes none up for what is of use with the key of others alone', async () => {
    const told = (env = {}) => demandSecretKey(readSettings({ PLUMBLINE_DATA: join(dataDir, 'none'), ...env }));
    const database = { IPAM_DATABASE_URL: 'postgres://db/ipam' };
    for (const env of [{}, database]) await expect(told(env)).rejects.toThrow('PLUMBLINE_SECRET_KEY is missing');
    expect((await told({ ...database, PLUMBLINE_SECRET_KEY: 'k'.repeat(32) })).secretKey).toBe('k'.repeat(32));
    const { secretKey: kept } = await ensureSecretKey(readSettings({ PLUMBLINE_DATA: join(dataDir, 'none') }));
    for (const env of [{}, database]) expect((await told(env)).secretKey).toBe(kept);
  });

  it('leaves none behind for who only looks', async () => {
    const settings = readSettings({ PLUMBLINE_DATA: join(dataDir, 'looked at') });
    const [one, another] = [await borrowSecretKey(settings), await borrowSecretKey(settings)];
    expect(one.secretKey.length).toBeGreaterThanOrEqual(64);
    expect(one.secretKey).not.toBe(another.secretKey);
    expect(existsSync(settings.dataDir)).toBe(false);
    const { secretKey: kept } = await ensureSecretKey(settings);
    expect((await borrowSecretKey(settings)).secretKey).toBe(kept);
  });

  it('says what to do where the data folder cannot be used', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    await expect(ensureSecretKey(readSettings({ PLUMBLINE_DATA: file }))).rejects.toThrow(
      `The data folder ${file} cannot be used: EEXIST: file already exists, mkdir '${file}'. Let this account read and write there, or name another folder: --data=FOLDER or PLUMBLINE_DATA.`,
    );
    for (const keyOf of [borrowSecretKey, demandSecretKey])
      await expect(keyOf(readSettings({ PLUMBLINE_DATA: file }))).rejects.toThrow(SettingsError);
    await mkdir(join(dataDir, 'kept', 'secret-key'), { recursive: true });
    const settings = readSettings({ PLUMBLINE_DATA: join(dataDir, 'kept') });
    await expect(ensureSecretKey(settings)).rejects.toThrow(/kept cannot be used: EISDIR: .*\. Let this account/);
  });

  it('makes one key for everybody, which only its owner can read, and finds it again', async () => {
    const settings = readSettings({ PLUMBLINE_DATA: join(dataDir, 'new') });
    const together = await Promise.all(Array.from({ length: 8 }, () => ensureSecretKey(settings)));
    const keys = new Set(together.map(({ secretKey }) => secretKey));
    expect(keys.size).toBe(1);
    const [key] = keys;
    expect(key?.length).toBeGreaterThanOrEqual(64);
    const path = join(dataDir, 'new', 'secret-key');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path, 'utf8')).trim()).toBe(key);
    expect((await ensureSecretKey(settings)).secretKey).toBe(key);
  });
});

describe('secrets in files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-secrets-'));
    await writeFile(join(folder, 'key'), `${'k'.repeat(40)}\n`);
    await writeFile(join(folder, 'nats'), 'nats://token@broker:4222');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('are read from where the variable says', () => {
    const env = { PLUMBLINE_SECRET_KEY_FILE: join(folder, 'key'), NATS_URL_FILE: join(folder, 'nats') };
    expect(readSettings(env, ['--target=ipam'])).toMatchObject({
      secretKey: 'k'.repeat(40),
      natsUrl: 'nats://token@broker:4222',
    });
  });

  it('are missed when the file is', () => {
    expect(problemsOf({ DATABASE_URL_FILE: join(folder, 'nothing') })).toEqual([
      expect.stringContaining('DATABASE_URL_FILE names a file that cannot be read'),
    ]);
  });

  it('are told once', () => {
    expect(
      problemsOf({ PLUMBLINE_SECRET_KEY: 'x'.repeat(40), PLUMBLINE_SECRET_KEY_FILE: join(folder, 'key') }),
    ).toEqual(['PLUMBLINE_SECRET_KEY and PLUMBLINE_SECRET_KEY_FILE are both set; keep one of them.']);
  });

  it('are nobody else’s files', () => {
    expect(problemsOf({ PLUMBLINE_LOG_LEVEL_FILE: join(folder, 'key') })).toEqual([
      expect.stringContaining('PLUMBLINE_LOG_LEVEL_FILE is not a setting.'),
    ]);
  });
});

describe('names of the field', () => {
  const theirs = {
    NAUTOBOT_DB_HOST: 'db',
    NAUTOBOT_DB_NAME: 'sot',
    NAUTOBOT_DB_USER: 'net@ops',
    NAUTOBOT_DB_PASSWORD: 'p/w',
    NAUTOBOT_SECRET_KEY: 's'.repeat(50),
    NAUTOBOT_MAX_PAGE_SIZE: '500',
    NAUTOBOT_LOG_LEVEL: 'WARNING',
    NAUTOBOT_SUPERUSER_API_TOKEN: 't'.repeat(40),
    NAUTOBOT_REDIS_HOST: 'redis',
  };

  it('mean the same', () => {
    expect(readSettings(theirs)).toMatchObject({
      databaseUrl: 'postgres://net%40ops:p%2Fw@db:5432/sot',
      secretKey: 's'.repeat(50),
      maxPageSize: 500,
      logLevel: 'warn',
      superuser: { name: 'admin', apiToken: 't'.repeat(40) },
    });
  });

  it('make no account that nobody wanted with what the samples have', () => {
    const sample = {
      NAUTOBOT_SUPERUSER_NAME: 'root',
      NAUTOBOT_SUPERUSER_EMAIL: 'root@example.net',
      NAUTOBOT_SUPERUSER_PASSWORD: 'admin',
      NAUTOBOT_SUPERUSER_API_TOKEN: 't'.repeat(40),
    };
    const all = { name: 'root', email: 'root@example.net', password: 'admin', apiToken: 't'.repeat(40) };
    const made = (word: string) => readSettings({ ...sample, NAUTOBOT_CREATE_SUPERUSER: word }).superuser;
    for (const word of ['', 'true', 'True', '1']) expect(made(word)).toEqual(all);
    for (const word of ['false', 'False', 'no', '0']) expect(made(word)).toEqual({ name: 'admin' });
    const ours = { PLUMBLINE_SUPERUSER_PASSWORD: 'sesame', NAUTOBOT_CREATE_SUPERUSER: 'false' };
    expect(readSettings(ours).superuser).toEqual({ name: 'admin', password: 'sesame' });
  });

  it('switch measures off where they say so', () => {
    const isOn = (word: string) => readSettings({ NAUTOBOT_METRICS_ENABLED: word }).metricsEnabled;
    expect(['', 'True', 'false', 'False', '0'].map(isOn)).toEqual([true, true, false, false, false]);
    expect(readSettings({ NAUTOBOT_METRICS_ENABLED: 'false', PLUMBLINE_METRICS: 'on' }).metricsEnabled).toBe(true);
  });

  it('name a server by its address as well', () => {
    const named = (NAUTOBOT_DB_HOST: string) => readSettings({ NAUTOBOT_DB_HOST }).databaseUrl;
    expect(['192.0.2.1', '2001:db8::7', '[2001:db8::7]'].map(named)).toEqual([
      'postgres://192.0.2.1:5432/nautobot',
      'postgres://[2001:db8::7]:5432/nautobot',
      'postgres://[2001:db8::7]:5432/nautobot',
    ]);
  });

  it('tell the program something, also where they mean nothing', () => {
    expect(['NAUTOBOT_REDIS_PASSWORD', 'NAUTOBOT_SECRET_KEY', 'NAUTOBOT_ELSE'].map(isOwnVariable)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('give way to ours', () => {
    expect(readSettings({ ...theirs, DATABASE_URL: 'postgres://a@b/c', PLUMBLINE_MAX_PAGE_SIZE: '7' })).toMatchObject({
      databaseUrl: 'postgres://a@b/c',
      maxPageSize: 7,
    });
  });

  it('are named where they say something wrong, without secrets', () => {
    const problems = problemsOf({ NAUTOBOT_MAX_PAGE_SIZE: 'many', NAUTOBOT_SECRET_KEY: 'sesame' });
    expect(problems).toEqual([
      'NAUTOBOT_SECRET_KEY must have at least 32 characters.',
      'NAUTOBOT_MAX_PAGE_SIZE must be a whole number from 0 to 1000000, not "many".',
    ]);
  });
});
