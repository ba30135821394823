import { missingBroker } from '../harness/broker';
import type { Answer } from '../harness/client';
import { startForm, type Whole } from '../harness/forms';
import { isLong, longestAnswer, rounds } from '../harness/long';
import { inParallel } from '../harness/parallel';
import { type Form, missingBuild } from '../harness/program';
import { slowest } from '../harness/verify';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describe-unless';

const forms: Form[] = isLong ? ['one', 'split'] : ['one'];

describe.each(forms)('a crowd of writers, in the form %s', (form) => {
  describeUnless(missingBuild ?? (form === 'split' ? missingBroker : undefined), 'with few connections', () => {
    let program: Whole;
    let world: World;
    beforeAll(async () => {
      program = await startForm(form, { env: { PLUMBLINE_DATABASE_POOL_SIZE: '2' } });
      world = await prepareWorld(program.client);
    });
    afterAll(() => program?.stop());

    it('does not wait in a circle when services write and ask one another at once', async () => {
      const { client, run, namespace, location, locationType } = world;
      const status = world.statuses.get('Active')!;
      const tenant = (await client.must(201, 'POST', 'tenancy/tenants/', { name: `crowd ${run}` })).body.id;
      const writes: ((n: number) => Promise<Answer>)[] = [
        // Its counters are asked of other services before the answer is there.
        (n) => client.call('POST', 'tenancy/tenants/', { name: `crowd ${run} ${n}` }),
        (n) =>
          client.call('POST', 'dcim/locations/', {
            name: `crowd ${n}`,
            location_type: locationType,
            parent: location,
            status,
            tenant,
          }),
        (n) =>
          client.call('POST', 'ipam/prefixes/', {
            prefix: `10.${n >> 8}.${n & 255}.0/24`,
            namespace,
            status,
            tenant,
            location,
          }),
        (n) => client.call('PATCH', `tenancy/tenants/${tenant}/`, { description: String(n) }),
        (n) => client.call('POST', 'extras/statuses/', { name: `crowd ${run} ${n}`, content_types: ['ipam.vlan'] }),
        () => client.call('GET', 'extras/object-changes/?limit=5'),
      ];
      const answers = await inParallel(Array.from({ length: rounds(2_000, 300) }), 64, (_, n) =>
        writes[n % writes.length]!(n),
      );
      const refused = answers.filter((answer) => answer.status >= 400 || answer.status === 0);
      expect(refused.map((answer) => `${answer.status} ${answer.text.slice(0, 200)}`)).toEqual([]);
      expect(slowest(answers)).toBeLessThan(longestAnswer);
    }, 180_000);
  });
});
