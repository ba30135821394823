import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@plumbline/command';
import {
  apps,
  isPartKeys,
  keyFor,
  type Part,
  partsAmong,
  purposesOf,
  readSettings,
  rolePurpose,
  SettingsError,
} from '@plumbline/config';
import { handOut } from '@plumbline/process';

const secretKey = 'a secret key that only this test uses, long enough';
const env = {
  PLUMBLINE_SECRET_KEY: secretKey,
  DATABASE_URL: 'postgres://administrator:of-all@db.example.net:5433/sot?sslmode=disable',
  DCIM_DATABASE_URL: 'postgres://dcim:its-own@other.example.net/dcim',
  PLUMBLINE_READ_REPLICA_URL: 'postgres://administrator:of-all@standby.example.net/sot',
};

describe('plumbline hand-out', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-handed-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = (part: string, file: string): string => readFileSync(join(folder, part, file), 'utf8').trim();

  it('writes for each part of the split form what it needs, and nothing else of anybody', async () => {
    expect(await handOut([folder], env)).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['gateway', 'worker', ...apps].sort());
    for (const part of ['gateway', 'worker', ...apps] as Part[]) {
      const key = read(part, 'secret-key');
      expect(isPartKeys(key)).toBe(true);
      for (const purpose of purposesOf(part)) expect(keyFor(purpose, key)).toEqual(keyFor(purpose, secretKey));
      const others = partsAmong(apps)
        .flatMap((other) => purposesOf(other))
        .filter((purpose) => !purposesOf(part).includes(purpose));
      for (const purpose of [...others, rolePurpose('sot_ipam'), rolePurpose('sot_circuits')])
        expect(() => keyFor(purpose, key)).toThrow(/have none for/);
      const everything = readdirSync(join(folder, part)).map((file) => read(part, file));
      for (const text of everything) expect(text).not.toMatch(/administrator|of-all|only this test uses/);
    }
  });

  it('gives databases as the role of the service alone', async () => {
    await handOut([folder], env);
    const password = keyFor(rolePurpose('sot_ipam'), secretKey).toString('base64url');
    expect(read('ipam', 'ipam-database-url')).toBe(
      `postgres://sot_ipam:${password}@db.example.net:5433/sot?sslmode=disable`,
    );
    expect(read('ipam', 'ipam-read-replica-url')).toBe(`postgres://sot_ipam:${password}@standby.example.net/sot`);
    expect(read('dcim', 'dcim-database-url')).toBe(env.DCIM_DATABASE_URL);
    expect(read('dcim', 'dcim-read-replica-url')).toBe('');
    const files = (part: string) => readdirSync(join(folder, part)).filter((name) => name.endsWith('-database-url'));
    expect(files('gateway')).toEqual([]);
    expect(files('worker')).toEqual(['extras-database-url']);
    expect(files('tenancy')).toEqual(['tenancy-database-url']);
  });

  it('is read by the process as its settings, whether there are replicas or not', async () => {
    const { PLUMBLINE_READ_REPLICA_URL: _, ...without } = env;
    await handOut([folder, 'ipam'], without);
    const at = (file: string) => join(folder, 'ipam', file);
    const settings = readSettings(
      {
        PLUMBLINE_SECRET_KEY_FILE: at('secret-key'),
        IPAM_DATABASE_URL_FILE: at('ipam-database-url'),
        IPAM_READ_REPLICA_URL_FILE: at('ipam-read-replica-url'),
        NATS_URL: 'nats://nats:4222',
      },
      ['--target=ipam'],
    );
    expect(settings).toMatchObject({ databaseUrl: undefined, readReplicas: { urls: {} } });
    expect(settings.databaseUrls.ipam).toContain('sot_ipam');
  });

  it('is an environment, too', async () => {
    const odd = 'postgres://ipam:a"b\\c@db.example.net/ipam';
    await handOut([folder, 'ipam', 'gateway'], { ...env, IPAM_DATABASE_URL: odd });
    const lines = read('ipam', 'environment').split('\n');
    expect(lines).toEqual([
      `PLUMBLINE_SECRET_KEY="${read('ipam', 'secret-key')}"`,
      'IPAM_DATABASE_URL="postgres://ipam:a\\"b\\\\c@db.example.net/ipam"',
    ]);
    expect(read('gateway', 'environment')).toMatch(/^PLUMBLINE_SECRET_KEY="keys-of-gateway\.[\w-]+"$/);
  });

  it('has files that only their owner reads, and replaces them', async () => {
    await handOut([folder, 'ipam', 'all'], env);
    await handOut([folder, 'ipam', 'all'], {
      ...env,
      PLUMBLINE_SECRET_KEY: 'another key, which is as long as the first',
    });
    expect(readdirSync(folder).sort()).toEqual(['all', 'ipam']);
    expect(read('all', 'secret-key')).toBe('another key, which is as long as the first');
    expect(readdirSync(join(folder, 'all')).filter((file) => file.endsWith('-database-url'))).toHaveLength(apps.length);
    expect(statSync(join(folder, 'ipam')).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(join(folder, 'ipam')))
      expect(statSync(join(folder, 'ipam', file)).mode & 0o777).toBe(0o400);
  });

  it.each([
    ['no folder', [], env, UsageError],
    ['a part that is none', ['/nowhere', 'ipma'], env, UsageError],
    ['no secret key', ['/nowhere'], { DATABASE_URL: env.DATABASE_URL }, SettingsError],
    ['no database', ['/nowhere', 'ipam'], { PLUMBLINE_SECRET_KEY: secretKey }, SettingsError],
  ])('refuses %s', async (_, argv, given: Record<string, string>, problem) => {
    await expect(handOut(argv, given)).rejects.toThrow(problem);
  });
});
