import { missingBroker } from '../harness/broker';
import type { Answer } from '../harness/client';
import { startForm, type Whole } from '../harness/forms';
import { isLong, longestAnswer, rounds } from '../harness/long';
import { inParallel } from '../harness/parallel';
import { type Form, missingBuild } from '../harness/program';
import { slowest } from '../harness/verify';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';

const forms: Form[] = isLong ? ['one', 'split'] : ['one'];
/**
 * Writers at once. Where other tests run beside it, two connections serve fewer of them within the five seconds that one may be
 * waited for; these are still three times as many as there are connections.
 */
const writers = isLong ? 64 : 6;

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
      const provider = (await client.must(201, 'POST', 'circuits/providers/', { name: `crowd ${run}` })).body.id;
      const relationship = (
        await client.must(201, 'POST', 'extras/relationships/', {
          label: `crowd ${run}`,
          type: 'many-to-many',
          source_type: 'tenancy.tenant',
          destination_type: 'circuits.provider',
        })
      ).body;
      const toProvider = { [relationship.key]: { destination: { objects: [provider] } } };
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
        // Associations are the work of extras, which asks about both ends, within a write or of their own.
        (n) => client.call('POST', 'tenancy/tenants/', { name: `crowd ${run} linked ${n}`, relationships: toProvider }),
        (n) => client.call('PATCH', `tenancy/tenants/${tenant}/`, { comments: String(n), relationships: toProvider }),
        async (n) => {
          const made = await client.call('POST', 'tenancy/tenants/', { name: `crowd ${run} to link ${n}` });
          if (made.status !== 201) return made;
          return client.call('POST', 'extras/relationship-associations/', {
            relationship: relationship.id,
            source_type: 'tenancy.tenant',
            source_id: made.body.id,
            destination_type: 'circuits.provider',
            destination_id: provider,
          });
        },
        () => client.call('GET', 'extras/object-changes/?limit=5'),
      ];
      const answers = await inParallel(Array.from({ length: rounds(2_000, 120) }), writers, (_, n) =>
        writes[n % writes.length]!(n),
      );
      const refused = answers.filter((answer) => answer.status >= 400 || answer.status === 0);
      expect(refused.map((answer) => `${answer.status} ${answer.text.slice(0, 200)}`)).toEqual([]);
      expect(slowest(answers)).toBeLessThan(longestAnswer);
    });
  });
});
