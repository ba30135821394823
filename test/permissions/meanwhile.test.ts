import type { Identity } from '@plumbline/http';
import { sql } from '@plumbline/store';
import { aUser, lockWaits, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { eventually } from '../harness/eventually';
import { startEveryService } from '../models/everyService';

let plumbline: TestServices;
let admin: Identity;
let old: Identity;
beforeAll(async () => {
  plumbline = await startEveryService();
  admin = await signedIn(plumbline, superuser.apiToken);
  old = await aUser(plumbline, admin, [
    { object_types: ['tenancy.tenant'], actions: ['view', 'delete'], constraints: { description: 'old' } },
  ]);
});
afterAll(() => plumbline?.stop());

/** Deletes a tenant of which somebody else is just changing the description, and answers the status once that has been committed. */
async function deletedMeanwhile(name: string, as: Identity): Promise<number> {
  const made = await plumbline.request('POST', '/api/tenancy/tenants/', { name, description: 'old' });
  const { id } = made.body as { id: string };
  const database = plumbline.services.get('tenancy')!.engine.database;
  // The service itself may have no connection left to look by.
  const beside = plumbline.services.get('dcim')!.engine.database;
  const { deleting } = await database.transaction(async (tx) => {
    await tx.run(sql.unsafe`UPDATE tenant SET description = 'new' WHERE id = ${id}::uuid`);
    const deleting = plumbline.request('DELETE', `/api/tenancy/tenants/${id}/`, undefined, { as });
    await eventually('the deletion waits', 60_000, async () => (await lockWaits(beside)).rows > 0);
    return { deleting };
  });
  return (await deleting).status;
}

describe('What became another while one waited to delete it', () => {
  it('is not deleted by whoever may not delete it as it is now', async () => {
    expect(await deletedMeanwhile('changed', old)).toBe(404);
    expect((await plumbline.request('GET', '/api/tenancy/tenants/?name=changed')).body).toMatchObject({ count: 1 });
  });

  it('is deleted by whoever may delete it in either form', async () => {
    expect(await deletedMeanwhile('any', admin)).toBe(204);
  });
});
