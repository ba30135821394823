import { seal } from '@plumbline/engine';
import type { Identity } from '@plumbline/http';
import { createTestDatabase, type TestDatabase, type TestServices, testRolePrefix } from '@plumbline/testkit';
import { Client } from 'pg';
import { startEveryService } from '../models/everyService';

let database: TestDatabase;
let plumbline: TestServices;
let token: string;
let webhook: string;

let as: Identity;

const ask = async (method: string, path: string, body?: object) => {
  const { status, text } = await plumbline.request(method, `/api/${path}`, body, { as });
  return { status, body: text === '' ? undefined : JSON.parse(text) };
};

beforeAll(async () => {
  database = await createTestDatabase();
  plumbline = await startEveryService({ databaseUrl: database.url, databaseRolePrefix: testRolePrefix });
  const { body: ada } = await plumbline.request('POST', '/api/users/users/', { username: 'ada', password: 'lovelace' });
  as = { userId: ada.id, username: 'ada', isSuperuser: true, writeEnabled: true, permissionStamp: '' };
  token = (await ask('POST', 'users/tokens/', { description: 'of another server' })).body.id;
  const asked = { name: 'w', content_types: ['tenancy.tenant'], type_create: true, payload_url: 'http://x.example/' };
  webhook = (await ask('POST', 'extras/webhooks/', { ...asked, secret: 'told' })).body.id;
  // As a restore leaves them where the secret key is another one.
  const owner = new Client({ connectionString: database.url });
  await owner.connect();
  const foreign = seal('told', 'a secret key that this server does not have');
  await owner.query('SET search_path = users');
  await owner.query('UPDATE token SET key = $1 WHERE id = $2', [foreign, token]);
  await owner.query('SET search_path = extras');
  await owner.query('UPDATE webhook SET secret = $1 WHERE id = $2', [foreign, webhook]);
  await owner.end();
});
afterAll(async () => {
  await plumbline?.stop();
  await database?.drop();
});

test.each(['users/tokens', 'extras/webhooks'])(
  '%s with secrets of another key are shown without them',
  async (list) => {
    const [id, secret] = list === 'users/tokens' ? [token, 'key'] : [webhook, 'secret'];
    expect(await ask('GET', `${list}/${id}/`)).toMatchObject({ status: 200, body: { id, [secret]: null } });
    const { status, body } = await ask('GET', `${list}/?depth=1&id=${id}`);
    expect([status, body.results[0]?.[secret]]).toEqual([200, null]);
  },
);

test('nobody finds a token by a key that cannot be read', async () => {
  for (const query of ['key=told', 'key__ic=told'])
    expect(await ask('GET', `users/tokens/?${query}`)).toMatchObject({ status: 200, body: { count: 0 } });
});

test('a secret that cannot be read is replaced by one that can', async () => {
  const changed = await ask('PATCH', `extras/webhooks/${webhook}/`, { secret: 'anew' });
  expect(changed).toMatchObject({ status: 200, body: { secret: 'anew' } });
  expect((await ask('DELETE', `users/tokens/${token}/`)).status).toBe(204);
});
