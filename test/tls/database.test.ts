import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../libs/log/src';
import { DatabaseUnavailable, openDatabase, sql } from '../../libs/store/src';
import {
  type Authority,
  type Certificate,
  certificateFolder,
  createAuthority,
  encryptKey,
  misleadingKey,
} from '../harness/certificates';
import { eventually } from '../harness/eventually';
import { startTlsServer, type TlsServer } from '../harness/tlsServer';

const log = createLog({ name: 'test', level: 'silent' });
const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof modes)[number];

let folder: string;
let authority: Authority;
let stranger: Authority;
let ours: Certificate;
let server: TlsServer;
const home = process.env.HOME;

beforeAll(async () => {
  folder = certificateFolder();
  // libpq looks there for certificates nobody named: whoever runs the tests may have some.
  process.env.HOME = mkdtempSync(join(tmpdir(), 'plumbline-home-'));
  authority = createAuthority(folder, 'Authority of the tests');
  stranger = createAuthority(folder, 'somebody else');
  ours = authority.issue('certified');
  server = await startTlsServer(authority);
  await server.run("create role certified login password 'x'");
  await server.run("create role encrypted login password 'x'");
  await server.run("create role unencrypted login password 'x'");
  await server.letIn([
    'hostssl all certified 127.0.0.1/32 scram-sha-256 clientcert=verify-full',
    'hostnossl all certified 127.0.0.1/32 reject',
    'hostssl all encrypted 127.0.0.1/32 scram-sha-256',
    'hostnossl all encrypted 127.0.0.1/32 reject',
    'hostnossl all unencrypted 127.0.0.1/32 scram-sha-256',
    'hostssl all unencrypted 127.0.0.1/32 reject',
  ]);
});

afterAll(async () => {
  await server?.stop();
  rmSync(process.env.HOME!, { recursive: true, force: true });
  process.env.HOME = home;
  rmSync(folder, { recursive: true, force: true });
});

/** How a connection comes about with these parameters: `TLS`, `plain`, or why not. */
async function outcome(parameters: Record<string, string>, user?: string): Promise<string> {
  const url = new URL(server.url);
  url.hostname = 'localhost';
  if (user) Object.assign(url, { username: user, password: 'x' });
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const connectionString = url.href;
  const database = openDatabase({ connectionString, schema: 'public', poolSize: 1, applicationName: 'tls', log });
  try {
    const found = await database.first<{ ssl: boolean }>(
      sql.fragment`select ssl from pg_stat_ssl where pid = pg_backend_pid()`,
    );
    return found?.ssl ? 'TLS' : 'plain';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await database.close();
  }
}

/** How it comes about in each mode; parts of what is said where it does not. */
type Outcomes = Record<Mode, string | RegExp>;

async function expectOutcomes(expected: Outcomes, parameters: Record<string, string>, user?: string): Promise<void> {
  for (const mode of modes) {
    const found = `${mode}: ${await outcome({ sslmode: mode, ...parameters }, user)}`;
    const wanted = expected[mode];
    if (typeof wanted === 'string') expect(found).toBe(`${mode}: ${wanted}`);
    else {
      expect(found).toMatch(wanted);
      expect(found).toContain(`localhost:${server.port}`);
    }
  }
}

const noTls = /offers no TLS, and sslmode=.*Switch it on/;
const needsRoot = /sslmode=verify-\w+ needs the certificate of an authority.*sslrootcert/;
const notSigned = /not signed by an authority in sslrootcert/;
const otherName = /sslmode=verify-full wants a certificate of that name/;

describe.each([
  ['named in sslrootcert', true],
  ['not there', false],
] as const)('what libpq makes of sslmode, with an authority %s', (_, isNamed) => {
  const trusted = () => (isNamed ? { sslrootcert: authority.certificate } : ({} as Record<string, string>));

  test('and a server without TLS', async () => {
    await server.show(undefined);
    await expectOutcomes(
      {
        disable: 'plain',
        allow: 'plain',
        prefer: 'plain',
        require: noTls,
        'verify-ca': noTls,
        'verify-full': noTls,
      },
      trusted(),
    );
  });

  test('and a server whose certificate nobody vouches for', async () => {
    await server.show(createAuthority(folder, 'localhost', ['DNS:localhost']));
    const verified = isNamed ? notSigned : needsRoot;
    await expectOutcomes(
      {
        disable: 'plain',
        allow: 'plain',
        prefer: isNamed ? 'plain' : 'TLS',
        require: isNamed ? notSigned : 'TLS',
        'verify-ca': verified,
        'verify-full': verified,
      },
      trusted(),
    );
  });

  test('and a server whose certificate is for another name', async () => {
    await server.show(authority.issue('db.example.net', ['DNS:db.example.net']));
    await expectOutcomes(
      {
        disable: 'plain',
        allow: 'plain',
        prefer: 'TLS',
        require: 'TLS',
        'verify-ca': isNamed ? 'TLS' : needsRoot,
        'verify-full': isNamed ? otherName : needsRoot,
      },
      trusted(),
    );
  });

  test('and a server whose certificate is all right', async () => {
    await server.show(authority.issue('localhost', ['DNS:localhost']));
    await expectOutcomes(
      {
        disable: 'plain',
        allow: 'plain',
        prefer: 'TLS',
        require: 'TLS',
        'verify-ca': isNamed ? 'TLS' : needsRoot,
        'verify-full': isNamed ? 'TLS' : needsRoot,
      },
      trusted(),
    );
  });

  test('and a server that wants a certificate of us', async () => {
    await server.show(authority.issue('localhost', ['DNS:localhost']));
    const wanted = /wants a certificate of ours.*sslcert and sslkey/;
    const wantsTls = /it wants TLS, and sslmode=disable has none/;
    const without = {
      disable: wantsTls,
      allow: wanted,
      prefer: /pg_hba.conf rejects.*before, with TLS: .*valid client certificate/,
      require: wanted,
      'verify-ca': isNamed ? wanted : needsRoot,
      'verify-full': isNamed ? wanted : needsRoot,
    };
    await expectOutcomes(without, trusted(), 'certified');
    const shown = { ...trusted(), sslcert: ours.certificate, sslkey: ours.key };
    await expectOutcomes(
      {
        disable: wantsTls,
        allow: 'TLS',
        prefer: 'TLS',
        require: 'TLS',
        'verify-ca': isNamed ? 'TLS' : needsRoot,
        'verify-full': isNamed ? 'TLS' : needsRoot,
      },
      shown,
      'certified',
    );
  });
});

describe('a server that has TLS', () => {
  beforeAll(() => server.show(authority.issue('localhost', ['DNS:localhost'])));

  test('and wants it is reached with allow, and one that wants none with prefer', async () => {
    expect(await outcome({ sslmode: 'allow' }, 'encrypted')).toBe('TLS');
    expect(await outcome({ sslmode: 'prefer' }, 'unencrypted')).toBe('plain');
    expect(await outcome({ sslmode: 'require' }, 'unencrypted')).toMatch(/pg_hba.conf rejects/);
  });

  test('is used with TLS when nobody says anything, as libpq does', async () => {
    expect(await outcome({})).toBe('TLS');
    expect(await outcome({ ssl: 'true' })).toBe('TLS');
    process.env.PGSSLMODE = 'disable';
    try {
      expect(await outcome({})).toBe('plain');
      expect(await outcome({ sslmode: 'require' })).toBe('TLS');
    } finally {
      delete process.env.PGSSLMODE;
    }
  });

  test('is held against the authority in the home folder, which makes require verify it', async () => {
    const files = join(process.env.HOME!, '.postgresql');
    mkdirSync(files);
    try {
      copyFileSync(authority.certificate, join(files, 'root.crt'));
      expect(await outcome({ sslmode: 'verify-full' })).toBe('TLS');
      copyFileSync(stranger.certificate, join(files, 'root.crt'));
      expect(await outcome({ sslmode: 'require' })).toMatch(notSigned);
      expect(await outcome({ sslmode: 'require', sslrootcert: authority.certificate })).toBe('TLS');
      for (const [name, from] of [
        ['crt', ours.certificate],
        ['key', ours.key],
      ] as const)
        copyFileSync(from, join(files, `postgresql.${name}`));
      chmodSync(join(files, 'postgresql.key'), 0o600);
      expect(await outcome({ sslmode: 'require', sslrootcert: authority.certificate }, 'certified')).toBe('TLS');
    } finally {
      rmSync(files, { recursive: true });
    }
  });

  test('is called by an address, where its certificate has it', async () => {
    const trusted = { sslmode: 'verify-full', sslrootcert: authority.certificate };
    expect(await outcome({ ...trusted, host: '127.0.0.1' })).toMatch(/wants a certificate of that name/);
    await server.show(authority.issue('the server', ['DNS:localhost', 'IP:127.0.0.1']));
    expect(await outcome({ ...trusted, host: '127.0.0.1' })).toBe('TLS');
    await server.show(authority.issue('localhost'));
    expect(await outcome(trusted)).toBe('TLS');
  });

  test.each<[string, () => Record<string, string>, RegExp]>([
    [
      'is not there',
      () => ({ sslcert: '/nowhere/our.crt' }),
      /sslcert names a file that cannot be read.*\/nowhere\/our.crt/,
    ],
    [
      'has no key',
      () => ({ sslcert: ours.certificate, sslkey: '/nowhere/our.key' }),
      /sslkey names a file that cannot/,
    ],
    ['has another key', () => ({ sslcert: ours.certificate, sslkey: stranger.key }), /cannot be used together/],
    ['has a key that others may read', openKey, /others may read the key .*chmod 600/],
    ['is of somebody else', strangeCertificate, /does not take the certificate in sslcert.*ssl_ca_file/],
    [
      'has an encrypted key, and nobody says how',
      () => ({ sslcert: ours.certificate, sslkey: sealedKey() }),
      /sslpassword/,
    ],
    [
      'has an encrypted key with another password',
      () => ({ sslcert: ours.certificate, sslkey: sealedKey(), sslpassword: 'wrong' }),
      /encrypted with another password than sslpassword/,
    ],
    [
      'has an encrypted key that another password seems to open',
      () => ({ sslcert: ours.certificate, sslkey: misleadingKey(ours, 'right', 'wrong'), sslpassword: 'wrong' }),
      /encrypted with another password than sslpassword/,
    ],
    [
      'has a key that the password opens',
      () => ({ sslcert: ours.certificate, sslkey: sealedKey(), sslpassword: 'right' }),
      /^TLS$/,
    ],
  ])('and a certificate of ours that %s', async (_, parameters, expected) => {
    expect(await outcome({ sslmode: 'require', ...parameters() }, 'certified')).toMatch(expected);
  });

  test('is not reached with words that nobody knows, nor with such as nobody heeds', async () => {
    const asked = async (parameters: Record<string, string>) => outcome(parameters);
    await expect(asked({ sslmode: 'no-verify' })).rejects.toThrow(/sslmode is one of disable, .*not "no-verify"/);
    await expect(asked({ channel_binding: 'require' })).rejects.toThrow(/channel_binding=require is not supported/);
    await expect(asked({ sslmode: 'require', sslrootcert: 'system' })).rejects.toThrow(/goes with sslmode=verify-full/);
    expect(await outcome({ sslmode: 'verify-full', sslrootcert: 'system' })).toMatch(notSigned);
  });

  test('is reached with a certificate that was renewed in its place, without a new start', async () => {
    const trusted = join(folder, 'trusted.crt');
    copyFileSync(authority.certificate, trusted);
    const connectionString = `${server.url.replace('127.0.0.1', 'localhost')}?sslmode=verify-ca&sslrootcert=${trusted}`;
    const database = openDatabase({ connectionString, schema: 'public', poolSize: 1, applicationName: 'renewed', log });
    const drop = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'renewed'`;
    try {
      expect(await database.ready()).toBe(true);
      await server.show(stranger.issue('localhost', ['DNS:localhost']));
      await server.run(drop);
      await eventually('the old authority does not vouch for it', 60_000, () =>
        database.rows(sql.fragment`select 1`).then(
          () => false,
          (error) => error instanceof DatabaseUnavailable && notSigned.test(error.message),
        ),
      );
      copyFileSync(stranger.certificate, trusted);
      expect(await database.ready()).toBe(true);
    } finally {
      await database.close();
    }
  });
});

function openKey(): Record<string, string> {
  const sslkey = `${ours.key}.open`;
  copyFileSync(ours.key, sslkey);
  chmodSync(sslkey, 0o644);
  return { sslcert: ours.certificate, sslkey };
}

function strangeCertificate(): Record<string, string> {
  const { certificate, key } = stranger.issue('certified');
  return { sslcert: certificate, sslkey: key };
}

const sealedKey = (): string => encryptKey(ours, 'right');
