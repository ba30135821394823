import { isLong, rounds } from '../harness/long';
import { inParallel } from '../harness/parallel';
import type { Parts } from '../harness/parts';
import { recordingFiles } from '../replay/recording';
import { replaysRecordings } from '../replay/replaysRecordings';

const recordings = isLong ? recordingFiles() : ['crud-circuits.json', 'ipam-rules.json'];
const races = rounds(1_000, 40);

/** Tests that parts of different versions, on which nothing was made yet, answer as recorded and keep references whole. */
export function worksTogether(running: () => Parts, files = recordings): void {
  replaysRecordings(() => ({ ...running().gateway, command: 'split', password: '', startedIn: 0 }), { files });

  it(`leave nothing dangling in ${races} races of deletions`, async () => {
    const { client } = running().gateway;
    const [status] = (await client.must(200, 'GET', 'extras/statuses/?name=Active')).body.results;
    const namespace = (await client.must(201, 'POST', 'ipam/namespaces/', { name: 'races' })).body.id;
    const tenants = await client.must(
      201,
      'POST',
      'tenancy/tenants/',
      Array.from({ length: races }, (_, index) => ({ name: `raced for ${index}` })),
    );
    const outcomes = await inParallel(tenants.body as { id: string }[], 8, async ({ id }, index) => {
      const prefix = `10.${index >> 8}.${index & 255}.0/24`;
      const [created, deleted] = await Promise.all([
        client.call('POST', 'ipam/prefixes/', { prefix, namespace, status: status.id, tenant: id }),
        client.call('DELETE', `tenancy/tenants/${id}/`),
      ]);
      return `${created.status}/${deleted.status}`;
    });
    expect([...new Set(outcomes)].filter((each) => !['201/409', '400/204'].includes(each))).toEqual([]);
    const left = await client.must(200, 'GET', 'tenancy/tenants/?q=raced+for&limit=0');
    const there = new Set(left.body.results.map(({ id }: { id: string }) => id));
    const prefixes = await client.must(200, 'GET', `ipam/prefixes/?namespace=races&limit=0`);
    const dangling = prefixes.body.results.filter(({ tenant }: { tenant: { id: string } }) => !there.has(tenant.id));
    expect(dangling).toEqual([]);
    expect(prefixes.body.count).toBe(outcomes.filter((each) => each === '201/409').length);
  }, 600_000);
}
