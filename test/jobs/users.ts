import { randomBytes } from 'node:crypto';
import type { Client } from '../harness/client';

/** Somebody who may do what their permissions say. */
export interface TestUser {
  id: string;
  /** To be sent along with what they ask. */
  headers: Record<string, string>;
}

/** Makes a user with permissions of their own and a token. */
export async function createTestUser(client: Client, permissions: object[], token: object = {}): Promise<TestUser> {
  const username = `user-${randomBytes(4).toString('hex')}`;
  const { body: user } = await client.must(201, 'POST', 'users/users/', { username, password: `${username} is long` });
  const ownToken = { object_types: ['users.token'], actions: ['add'] };
  for (const [index, permission] of [...permissions, ownToken].entries())
    await client.must(201, 'POST', 'users/permissions/', {
      name: `${username} ${index}`,
      users: [user.id],
      ...permission,
    });
  const key = randomBytes(20).toString('hex');
  const password = `Basic ${Buffer.from(`${username}:${username} is long`).toString('base64')}`;
  await client.must(201, 'POST', 'users/tokens/', { key, ...token }, { headers: { authorization: password } });
  return { id: user.id, headers: { authorization: `Token ${key}` } };
}
