import { credentialPurposes, digestWith, keyFor, sealWith } from '@plumbline/config';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { seal } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import {
  createTestDatabase,
  startTestServices,
  type TestDatabase,
  type TestServices,
  testSettings,
} from '@plumbline/testkit';
import { usersService } from '../src';

const { secretKey } = testSettings();
let database: TestDatabase;
let plumbline: TestServices | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await plumbline?.stop();
  await database?.drop();
});

/** Starts the service once more on the same database; what it tells whoever started it. */
async function start(): Promise<string[]> {
  await plumbline?.stop();
  const superuser = { name: 'root' };
  plumbline = await startTestServices(
    [usersService],
    { databaseUrl: database.url, superuser },
    { contentTypes, contentTypeNames },
  );
  return plumbline.services.get('users')!.notices;
}

const ask = (verb: string, payload: object) =>
  plumbline!.bus.request(
    { app: 'users', model: 'identity', verb },
    { address: '192.0.2.1', ...payload },
    { requestId: crypto.randomUUID(), deadline: Date.now() + 60_000, asker: 'gateway' },
  );
const signIn = (password: string) =>
  ask('basic', {
    sealed: sealWith(
      keyFor(credentialPurposes.password, secretKey),
      Buffer.from(JSON.stringify({ username: 'root', password })),
    ),
  });

test('what was made up for the first administrator is told at each start, until it has been used once', async () => {
  const told = await start();
  const password = told[0]!.replace('The password of the first administrator, root: ', '');
  const token = told[1]!.replace('The API token of root: ', '');
  expect([password, token]).toEqual([expect.stringMatching(/^[\w-]{20}$/), expect.stringMatching(/^[0-9a-f]{40}$/)]);
  expect(await start()).toEqual(told);
  await expect(signIn('a guess')).rejects.toMatchObject({ status: 403 });
  expect(await start()).toEqual(told);
  await ask('token', { digest: digestWith(keyFor(credentialPurposes.token, secretKey), token) });
  expect(await start()).toEqual([told[0]]);
  await signIn(password);
  expect(await start()).toEqual([]);
});

test('what has been replaced is told no longer', async () => {
  await plumbline?.stop();
  plumbline = undefined;
  await database.drop();
  database = await createTestDatabase();
  const told = await start();
  expect(told).toHaveLength(2);
  const { results } = (await plumbline!.request('GET', '/api/users/users/?username=root')).body;
  await plumbline!.request('PATCH', `/api/users/users/${results[0].id}/`, { password: 'another one' });
  expect(await start()).toEqual([told[1]]);
  const as = { userId: results[0].id, username: 'root', isSuperuser: true, writeEnabled: true, permissionStamp: '' };
  const tokens = (await plumbline!.request('GET', '/api/users/tokens/', undefined, { as })).body.results;
  await plumbline!.request('DELETE', `/api/users/tokens/${tokens[0].id}/`, undefined, { as });
  expect(await start()).toEqual([]);
});

test('what was made up under another secret key keeps nobody from starting', async () => {
  await plumbline?.stop();
  plumbline = undefined;
  await database.drop();
  database = await createTestDatabase();
  expect(await start()).toHaveLength(2);
  const foreign = seal('told', 'a secret key that this server does not have');
  await plumbline!.services
    .get('users')!
    .engine.database.run(sql.unsafe`UPDATE first_credential SET sealed = ${foreign}`);
  expect(await start()).toEqual([]);
});
