import { randomUUID } from 'node:crypto';
import type { Identity } from '@plumbline/http';
import { expectStatus } from './subject';
import type { TestedPlumbline } from './testedPlumbline';

/** What a permission of a test user says. */
export interface Permission {
  object_types: string[];
  actions: string[];
  constraints?: unknown;
  enabled?: boolean;
}

/** A user of the plumbline's users service, without a password, with these permissions. */
export async function aUser(
  plumbline: Pick<TestedPlumbline, 'request'>,
  admin: Identity,
  permissions: Permission[],
): Promise<Identity> {
  const username = `user-${randomUUID()}`;
  const made = await plumbline.request('POST', '/api/users/users/', { username }, { as: admin });
  const { id: userId } = expectStatus(made, 201).body;
  const identity: Identity = {
    userId,
    username,
    isSuperuser: false,
    writeEnabled: true,
    permissionStamp: randomUUID(),
  };
  const bodies = permissions.map((permission, index) => ({
    name: `${username} ${index}`,
    users: [userId],
    ...permission,
  }));
  if (bodies.length > 0)
    expectStatus(await plumbline.request('POST', '/api/users/permissions/', bodies, { as: admin }), 201);
  return identity;
}
