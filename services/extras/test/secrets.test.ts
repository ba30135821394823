import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { loadByIds, systemScope, unitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { expectStatus, startTestServices, type TestServices } from '@plumbline/testkit';
import { extrasService, Tag } from '../src';
import { readSecret } from '../src/secrets/readSecret';

const value = 'what nobody may see';
const variable = 'A_SECRET_OF_THESE_TESTS';
const root = mkdtempSync(join(tmpdir(), 'secrets-'));
const folder = join(root, 'secrets');
const inside = (name: string) => join(folder, name);

let plumbline: TestServices;
let serial = 0;
beforeAll(async () => {
  process.env[variable] = value;
  process.env.PLUMBLINE_SECRET_KEY = value;
  mkdirSync(inside('folder'), { recursive: true });
  mkdirSync(join(root, 'secrets-beside'));
  for (const path of [inside('key'), join(root, 'secrets-beside', 'key'), join(root, 'outside')])
    writeFileSync(path, `${value}\n`);
  writeFileSync(inside('large'), 'x'.repeat(100_000));
  symlinkSync(inside('key'), inside('link'));
  symlinkSync(join(root, 'outside'), inside('way out'));
  symlinkSync(root, inside('up'));
  execFileSync('mkfifo', [inside('pipe')]);
  plumbline = await startTestServices([extrasService], { secretsFolder: folder }, { contentTypes, contentTypeNames });
});
afterAll(async () => {
  delete process.env[variable];
  delete process.env.PLUMBLINE_SECRET_KEY;
  await plumbline?.stop();
  rmSync(root, { recursive: true });
});

const answers: string[] = [];
async function send(method: string, path: string, body: unknown, status: number) {
  const answer = expectStatus(await plumbline.request(method, `/api/extras/${path}`, body), status);
  answers.push(answer.text);
  return answer.body;
}
const aSecret = (provider: string, parameters: object) =>
  send('POST', 'secrets/', { name: `secret ${serial++}`, provider, parameters }, 201);
async function check(provider: string, parameters: object) {
  const { id, name } = await aSecret(provider, parameters);
  const { result, message } = await send('GET', `secrets/${id}/check/`, undefined, 200);
  return { result, message: message.replace(`"${name}"`, 'S') };
}
async function withVariable<T>(name: string, act: () => Promise<T>): Promise<T> {
  const before = process.env[name];
  process.env[name] = value;
  try {
    return await act();
  } finally {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  }
}
const passed = { result: true, message: 'Passed' };
const ofVariables = 'Secret S (provider "EnvironmentVariableSecretsProvider")';

describe('A secret in an environment variable', () => {
  it('is read, and is not there when nothing is', async () => {
    expect(await check('environment-variable', { variable })).toEqual(passed);
    for (const name of ['NO_SUCH_VARIABLE', '__proto__', 'constructor', ''])
      expect(await check('environment-variable', { variable: name })).toEqual({
        result: false,
        message: `SecretValueNotFoundError: ${ofVariables}: Undefined environment variable "${name}"!`,
      });
  });

  it('is not there where the parameter is no text, and whatever that is it may be sent', async () => {
    for (const odd of [{ toString: null }, [{ toString: null }], 5])
      expect(await check('environment-variable', { variable: odd })).toEqual({
        result: false,
        message: expect.stringContaining('Undefined environment variable'),
      });
    const secret = { name: 'odd', provider: 'text-file', parameters: { path: { toString: null } } };
    expect(await send('POST', 'secrets/', secret, 400)).toEqual({
      __all__: ['Path must be an absolute path, not a relative one'],
    });
  });

  it.each([
    'PLUMBLINE_SECRET_KEY',
    'PLUMBLINE_SECRET_KEY_FILE',
    'PLUMBLINE_READ_REPLICA_URL',
    'PLUMBLINE_OF_A_LATER_VERSION',
    'NAUTOBOT_SECRET_KEY',
    'NAUTOBOT_DB_PASSWORD',
    'AUTH_LDAP_BIND_PASSWORD',
    'NAUTOBOT_SOCIAL_AUTH_OKTA_OPENIDCONNECT_SECRET',
    'DATABASE_URL',
    'DATABASE_URL_FILE',
    'EXTRAS_DATABASE_URL',
    'BGP_DATABASE_URL',
    'BGP_DATABASE_URL_FILE',
    'BGP_READ_REPLICA_URL',
    'NATS_URL',
    'NATS_KEY',
    'PGPASSWORD',
    'PGPASSFILE',
    'PGSSLKEY',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    'pgpassword',
  ])('is none of those that tell the program something: %s', async (name) => {
    expect(await withVariable(name, () => check('environment-variable', { variable: name }))).toEqual({
      result: false,
      message: `SecretValueNotFoundError: ${ofVariables}: Undefined environment variable "${name}"!`,
    });
  });

  it.each(['NAUTOBOT_NAPALM_PASSWORD', 'HTTP_TOKEN', 'GIT_PGP_KEY', 'NETBOX_DATABASE_URLS', 'A'])(
    'is read for all others, whatever they look like: %s',
    async (name) => {
      expect(await withVariable(name, () => check('environment-variable', { variable: name }))).toEqual(passed);
    },
  );

  it('needs to know which', async () => {
    const { message } = await check('environment-variable', { path: 'x' });
    expect(message).toBe(`SecretParametersError: ${ofVariables}: The "variable" parameter is mandatory!`);
  });

  it('may be named after the object it is read for', async () => {
    const tag = await send('POST', 'tags/', { name: 'THESE_TESTS', content_types: ['extras.secret'] }, 201);
    const { engine } = plumbline.services.get('extras')!;
    const here = unitOfWork(engine, systemScope());
    const [row] = await loadByIds(here, Tag, [tag.id], true);
    const read = (name: string) => {
      const secret = { name: 'S', provider: 'environment-variable', parameters: { variable: name } };
      return readSecret(secret, engine.settings, { work: here, model: Tag, row: row! });
    };
    expect(await read('A_SECRET_OF_{{ obj.name }}')).toEqual({ value });
    expect(await read('{{ obj.nosuch.name }}')).toEqual({
      problem: expect.stringMatching(/^SecretParametersError: Secret "S" .*: The "variable" parameter: /),
    });
    expect(await read('PLUMBLINE_{{ "secret_key" | upper }}')).toEqual({
      problem: expect.stringContaining('Undefined'),
    });
    const { message } = await check('environment-variable', { variable: 'OF_{{ obj.name }}' });
    expect(message).toBe(`SecretValueNotFoundError: ${ofVariables}: Undefined environment variable "OF_"!`);
  });
});

describe('A secret in a file', () => {
  it.each(['key', 'link', 'up/secrets/key'])('is read from the folder: %s', async (name) => {
    expect(await check('text-file', { path: inside(name) })).toEqual(passed);
  });

  it.each([
    inside('missing'),
    inside('folder'),
    inside('pipe'),
    inside('large'),
    inside('way out'),
    inside('up/outside'),
    join(root, 'outside'),
    join(root, 'secrets-beside', 'key'),
    folder,
    '/etc/passwd',
    '/proc/self/environ',
    '/dev/zero',
  ])('is not found elsewhere: %s', async (path) => {
    expect(await check('text-file', { path })).toEqual({
      result: false,
      message: `SecretValueNotFoundError: Secret S (provider "TextFileSecretsProvider"): File "${path}" not found!`,
    });
  });

  it('is looked for where a template leads, and nowhere else', async () => {
    expect(await check('text-file', { path: `${folder}/{{ 'KEY' | lower }}` })).toEqual(passed);
    expect((await check('text-file', { path: `${folder}/{{ '.' * 2 }}/outside` })).message).toContain(
      'Illegal character',
    );
    expect((await check('text-file', { path: `/{{ 'etc' }}/passwd` })).message).toContain('not found!');
  });

  it('is not found without a folder', async () => {
    const secret = { name: 'S', provider: 'text-file', parameters: { path: inside('key') } };
    const { settings } = plumbline.services.get('extras')!.engine;
    expect(await readSecret(secret, settings)).toEqual({ value });
    const { secretsFolder: _, ...without } = settings;
    expect(await readSecret(secret, without)).toEqual({ problem: expect.stringContaining('not found') });
  });
});

describe('A group of secrets', () => {
  it('has its secrets listed with those of groups by their ids, whatever the groups are called', async () => {
    const secret = await aSecret('environment-variable', { variable });
    const groups: string[] = [];
    for (const letter of ['d', 'a', 'c', 'b']) {
      const { id } = await send('POST', 'secrets-groups/', { name: `${letter} of order ${serial++}` }, 201);
      const tie = { secrets_group: id, secret: secret.id, access_type: 'SSH', secret_type: 'password' };
      await send('POST', 'secrets-groups-associations/', tie, 201);
      groups.push(id);
    }
    const { results } = await send('GET', `secrets-groups-associations/?secret_id=${secret.id}`, undefined, 200);
    const listed = results.map(({ secrets_group }: { secrets_group: { id: string } }) => secrets_group.id);
    expect(listed).toEqual([...groups].sort());
  });

  it('loses the secrets that go, and takes nothing along but what ties them', async () => {
    const [a, b] = [await aSecret('environment-variable', { variable }), await aSecret('text-file', { path: '/x' })];
    const group = await send('POST', 'secrets-groups/', { name: `group ${serial++}` }, 201);
    const tie = (secret: { id: string }, secret_type: string) =>
      send(
        'POST',
        'secrets-groups-associations/',
        { secrets_group: group.id, secret: secret.id, access_type: 'SSH', secret_type },
        201,
      );
    const ties = [await tie(a, 'password'), await tie(b, 'key')];
    const listed = async () =>
      (await send('GET', `secrets-groups/${group.id}/`, undefined, 200)).secrets.map(({ id }: { id: string }) => id);
    expect(await listed()).toEqual([ties[1].id, ties[0].id]);
    await send('DELETE', `secrets/${a.id}/`, undefined, 204);
    expect(await listed()).toEqual([ties[1].id]);
    await send('DELETE', `secrets-groups/${group.id}/`, undefined, 204);
    await send('GET', `secrets-groups-associations/${ties[1].id}/`, undefined, 404);
    await send('GET', `secrets/${b.id}/`, undefined, 200);
  });
});

test('the value of a secret is in no answer and in no record', async () => {
  await send('GET', 'secrets/?limit=0&depth=1', undefined, 200);
  await send('GET', 'object-changes/?limit=0', undefined, 200);
  expect(answers.filter((text) => text.includes(value))).toEqual([]);
  const { database } = plumbline.services.get('extras')!.engine;
  const kept = await database.rows<{ record: string }>(sql.unsafe`SELECT o::text AS record FROM outbox o`);
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.filter(({ record }) => record.includes(value))).toEqual([]);
});
