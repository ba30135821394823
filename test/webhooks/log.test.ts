import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';

const many = 40;

describeUnless(missingBuild, 'a webhook whose receiver is bad', () => {
  let program: Whole;

  beforeAll(async () => {
    program = await startForm('one', { healthPath: '/health/ready/' });
  });
  afterAll(() => program?.stop());

  it('is told of in the log once, however much it fails to tell', async () => {
    const { client } = program;
    const hooks = await Promise.all(
      ['first', 'second'].map(async (name) => {
        const events = { type_create: true, content_types: ['tenancy.tenant'] };
        // Where nothing is sent unless settings allow it.
        const payload_url = `http://127.0.0.1:9/${name}`;
        const made = await client.must(201, 'POST', 'extras/webhooks/', { name, ...events, payload_url });
        return String(made.body.id);
      }),
    );
    const tenants = Array.from({ length: many }, (_, index) => ({ name: `tenant ${index}` }));
    await client.must(201, 'POST', 'tenancy/tenants/', tenants);
    for (const id of hooks)
      await eventually('all deliveries have failed', 60_000, async () => {
        const { body } = await client.must(200, 'GET', `extras/webhooks/${id}/deliveries/?status=failed`);
        return body.count === many;
      });
    const told = program.complaints.filter(({ message }) => message === 'a delivery of a webhook failed');
    expect(told.map(({ webhook }) => webhook).toSorted()).toEqual(hooks.toSorted());
    expect(told[0]).toMatchObject({ level: 'warn', problem: expect.stringContaining('nothing is sent'), untold: 0 });
  });
});
