import { randomUUID } from 'node:crypto';
import { startForm, type Whole } from '../harness/forms';
import { rounds } from '../harness/long';
import { missingBuild } from '../harness/program';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';

const size = 1_000;

describeUnless(missingBuild, 'a list of a thousand objects with a bad one among them', () => {
  let program: Whole;
  let world: World;
  let status: string;
  const count = async (path: string) => (await program.client.must(200, 'GET', path)).body.count as number;
  const somewhere = () => Math.floor(Math.random() * size);

  beforeAll(async () => {
    program = await startForm('one');
    world = await prepareWorld(program.client);
    status = world.statuses.get('Active')!;
  });
  afterAll(() => program?.stop());

  const prefixes = (second: number) =>
    Array.from({ length: size }, (_, index) => ({
      id: randomUUID() as string,
      prefix: `10.${second + (index >> 8)}.${index & 255}.0/24`,
      namespace: world.namespace,
      status,
      tenant: null as string | null,
      description: '',
    }));
  type Body = ReturnType<typeof prefixes>[number];

  const mistakes: { what: string; spoil(body: Body, others: Body[]): void; field: string }[] = [
    { what: 'a value that is none', spoil: (body) => Object.assign(body, { prefix: 'nowhere' }), field: 'prefix' },
    { what: 'nobody’s tenant', spoil: (body) => Object.assign(body, { tenant: randomUUID() }), field: 'tenant' },
    { what: 'no status', spoil: (body) => Object.assign(body, { status: undefined }), field: 'status' },
    {
      what: 'another one’s block',
      spoil: (body, others) => Object.assign(body, { prefix: others[0]!.prefix }),
      field: '__all__',
    },
    { what: 'another one’s id', spoil: (body, others) => Object.assign(body, { id: others[0]!.id }), field: 'id' },
    {
      what: 'a text too long',
      spoil: (body) => Object.assign(body, { description: 'x'.repeat(201) }),
      field: 'description',
    },
  ];

  it.each(mistakes)(
    'is refused as a whole, and the error stands in its place: $what',
    async ({ spoil, field }) => {
      for (let round = 0; round < rounds(5, 1); round++) {
        const bodies = prefixes(0);
        const place = 1 + (somewhere() % (size - 1));
        spoil(bodies[place]!, bodies);
        const answer = await program.client.call('POST', 'ipam/prefixes/', bodies);
        expect([answer.status, answer.body.length]).toEqual([400, size]);
        const told = answer.body.flatMap((errors: object, index: number) =>
          Object.keys(errors).length ? [index] : [],
        );
        expect(told).toEqual([place]);
        expect(Object.keys(answer.body[place])).toEqual([field]);
        expect(await count(`ipam/prefixes/?namespace=${world.namespace}&limit=1`)).toBe(0);
        expect(await count(`extras/object-changes/?request_id=${answer.requestId}&limit=1`)).toBe(0);
      }
    },
    rounds(5, 1) * 300_000,
  );

  it('changes and deletes all or none', async () => {
    const bodies = prefixes(20);
    await program.client.must(201, 'POST', 'ipam/prefixes/', bodies);
    const place = somewhere();
    const changes = bodies.map(({ id }, index) => ({
      id,
      description: 'changed',
      ...(index === place ? { status: randomUUID() } : {}),
    }));
    const refused = await program.client.call('PATCH', 'ipam/prefixes/', changes);
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['status']]);
    expect(await count(`extras/object-changes/?request_id=${refused.requestId}&limit=1`)).toBe(0);
    const other = bodies[(place + 1) % size]!;
    expect((await program.client.must(200, 'GET', `ipam/prefixes/${other.id}/`)).body.description).toBe('');

    const tenant = await program.client.must(201, 'POST', 'tenancy/tenants/', [{ name: 'free' }, { name: 'held' }]);
    const [free, held] = tenant.body;
    await program.client.must(200, 'PATCH', `ipam/prefixes/${bodies[place]!.id}/`, { tenant: held.id });
    const kept = await program.client.call('DELETE', 'tenancy/tenants/', [{ id: free.id }, { id: held.id }]);
    expect([kept.status, kept.body.detail]).toEqual([409, expect.stringContaining(bodies[place]!.prefix)]);
    await program.client.must(200, 'GET', `tenancy/tenants/${free.id}/`);

    const changed = await program.client.must(
      200,
      'PATCH',
      'ipam/prefixes/',
      bodies.map(({ id }) => ({ id, description: 'changed' })),
    );
    expect(await count(`extras/object-changes/?request_id=${changed.requestId}&limit=1`)).toBe(size);
    const gone = await program.client.must(
      204,
      'DELETE',
      'ipam/prefixes/',
      bodies.map(({ id }) => ({ id })),
    );
    expect(await count(`extras/object-changes/?request_id=${gone.requestId}&limit=1`)).toBe(size);
    expect(await count(`ipam/prefixes/?namespace=${world.namespace}&limit=1`)).toBe(0);
  });
});
