import { type App, apps } from '../../libs/config/src';
import { missingBroker } from '../harness/broker';
import { isLong, rounds } from '../harness/long';
import { inParallel } from '../harness/parallel';
import { type Parts, startParts } from '../harness/parts';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { recordingFiles } from '../replay/recording';
import { replaysRecordings } from '../replay/replaysRecordings';
import { buildRelease, lastRelease, missingRelease } from './release';

type Part = App | 'gateway';

const release = lastRelease();
/** What runs where a part alone is old: the last version of that part; where it alone is new, all others are of the last release. */
const releaseAmong = (old: readonly Part[]) => (old.length === 1 ? lastRelease(old[0]) : release);
const parts: readonly Part[] = ['gateway', ...apps];
const except = (part: Part): Part[] => parts.filter((each) => each !== part);

/** Which parts are of the last release. In full: each part old while the others are new, and the other way round. */
const estates: [string, Part[]][] = isLong
  ? parts.flatMap((part): [string, Part[]][] => [
      [`an old ${part} among new ones`, [part]],
      [`a new ${part} among old ones`, except(part)],
    ])
  : [
      ['an old ipam among new ones', ['ipam']],
      ['a new ipam among old ones', except('ipam')],
    ];

const files = isLong ? recordingFiles() : ['crud-circuits.json', 'ipam-rules.json'];
const races = rounds(1_000, 60);

describe.each(estates)('parts of a release and of this version: %s', (_name, old) => {
  const released = releaseAmong(old);
  describeUnless(missingBuild ?? missingBroker ?? missingRelease(released), `with version ${released.version}`, () => {
    let running: Parts;

    beforeAll(async () => {
      const entry = await buildRelease(released);
      const entries = Object.fromEntries(old.map((part) => [part, entry]));
      running = await startParts({ behindProxies: 'ipam', entries });
    }, 600_000);
    afterAll(() => running?.stop());

    replaysRecordings(() => ({ ...running.gateway, command: 'split', password: '', startedIn: 0 }), { files });

    it(`leave nothing dangling in ${races} races of deletions`, async () => {
      const { client } = running.gateway;
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
  });
});
