import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { sql } from '@plumbline/store';
import { expectStatus, startTestServices, type TestServices } from '@plumbline/testkit';
import { usersService } from '../src';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([usersService], {}, { contentTypes, contentTypeNames });
});
afterAll(() => plumbline?.stop());

const url = '/api/users/permissions/';
let number = 0;
const permission = (constraints: unknown) => ({
  name: `permission ${number++}`,
  object_types: ['users.user'],
  actions: ['view'],
  constraints,
});
const make = (...constraints: unknown[]) => plumbline.request('POST', url, constraints.map(permission));

const list = 'Expected a list of values.';
const two = 'Expected a list of two values.';
const broken = "'(' is not a valid regular expression.";

test.each<[unknown, string]>([
  [{ username__in: 'text' }, `username__in: ${list}`],
  [{ id__in: 5 }, `id__in: ${list}`],
  [{ groups__name__in: null }, `groups__name__in: ${list}`],
  [{ network__net_in: '10.0.0.0/8' }, `network__net_in: ${list}`],
  [{ last_login__range: '2024-01-01' }, `last_login__range: ${two}`],
  [{ last_login__range: ['2024-01-01'] }, `last_login__range: ${two}`],
  [{ username__regex: '(' }, `username__regex: ${broken}`],
  [{ username: 'x', groups__name__iregex: '(' }, `groups__name__iregex: ${broken}`],
  [[{ username: 'x' }, { username__regex: '(' }], `username__regex: ${broken}`],
])('%j is refused: %s', async (constraints, told) => {
  const { status, body } = await plumbline.request('POST', url, permission(constraints));
  expect([status, body]).toEqual([400, { constraints: [told] }]);
});

test.each([
  [{ username__in: [] }],
  [{ username__in: ['a', 'b'] }],
  [{ username__regex: '^a|b$', username__iregex: 'x{2}' }],
  [{ last_login__range: ['2024-01-01', '2024-02-01'] }],
  [{ username__startswith: '(', nosuch__contains: '(' }],
  [[1]],
  ['text'],
])('%j is taken', async (constraints) => {
  expectStatus(await plumbline.request('POST', url, permission(constraints)), 201);
});

test('of several permissions each is told what is wrong with it', async () => {
  const { status, body } = await make({ username__regex: '(' }, { username: 'x' }, { username__regex: '[' });
  expect([status, body]).toEqual([
    400,
    [
      { constraints: [`username__regex: ${broken}`] },
      {},
      { constraints: ["username__regex: '[' is not a valid regular expression."] },
    ],
  ]);
});

test('what is stored may be changed otherwise, and be sent again as it is', async () => {
  const { id } = expectStatus(await plumbline.request('POST', url, permission({ username: 'x' })), 201).body;
  const stored = { username__regex: '(', a: { first: 1, second: 2 } };
  await plumbline.services.get('users')!.engine.database.run(sql.unsafe`
    UPDATE objectpermission SET constraints = ${JSON.stringify(stored)}::jsonb WHERE id = ${id}`);
  const change = (body: object) => plumbline.request('PATCH', `${url}${id}/`, body);
  expectStatus(await change({ enabled: false }), 200);
  const { a, ...rest } = stored;
  expectStatus(await change({ constraints: { a: { second: 2, first: 1 }, ...rest } }), 200);
  expectStatus(await change({ constraints: { ...rest } }), 400);
  expectStatus(await change({ constraints: { username__regex: '^x' } }), 200);
});
