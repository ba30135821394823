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

interface Asking {
  method?: 'DELETE' | 'PATCH' | 'PUT';
  /** What its URL says besides. */
  query?: string;
}

/** Deletes or changes a tenant of which somebody else is just changing the description, and answers the status once that has been committed. */
async function writtenMeanwhile(
  name: string,
  as: Identity,
  { method = 'DELETE', query = '' }: Asking = {},
): Promise<number> {
  const made = await plumbline.request('POST', '/api/tenancy/tenants/', { name, description: 'old' });
  const { id } = made.body as { id: string };
  const body = method === 'DELETE' ? undefined : { name: `${name} again` };
  const database = plumbline.services.get('tenancy')!.engine.database;
  // The service itself may have no connection left to look by.
  const beside = plumbline.services.get('dcim')!.engine.database;
  const { writing } = await database.transaction(async (tx) => {
    await tx.run(sql.unsafe`UPDATE tenant SET description = 'new' WHERE id = ${id}::uuid`);
    const writing = plumbline.request(method, `/api/tenancy/tenants/${id}/${query}`, body, { as });
    await eventually('the write waits', 60_000, async () => (await lockWaits(beside)).rows > 0);
    return { writing };
  });
  return (await writing).status;
}

describe('What became another while one waited to write it', () => {
  it('is not deleted by whoever may not delete it as it is now', async () => {
    expect(await writtenMeanwhile('changed', old)).toBe(404);
    expect((await plumbline.request('GET', '/api/tenancy/tenants/?name=changed')).body).toMatchObject({ count: 1 });
  });

  it('is deleted by whoever may delete it in either form', async () => {
    expect(await writtenMeanwhile('any', admin)).toBe(204);
  });

  it.each(['DELETE', 'PATCH', 'PUT'] as const)(
    'is not there for a %s with a filter that it does not match any more',
    async (method) => {
      const name = `filtered for ${method}`;
      expect(await writtenMeanwhile(name, admin, { method, query: '?description=old' })).toBe(404);
      expect((await plumbline.request('GET', `/api/tenancy/tenants/?name=${name}`)).body).toMatchObject({ count: 1 });
      expect(
        await writtenMeanwhile(`${name} still`, admin, { method, query: '?description=old&description=new' }),
      ).toBeLessThan(300);
    },
  );
});
