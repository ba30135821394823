import { randomUUID } from 'node:crypto';
import { missingBroker } from '../harness/broker';
import type { Answer } from '../harness/client';
import { startForm, type Whole } from '../harness/forms';
import { isLong } from '../harness/long';
import { inParallel } from '../harness/parallel';
import { type Form, missingBuild } from '../harness/program';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';

const forms: Form[] = isLong ? ['one', 'split'] : ['one'];

describe.each(forms)('writes that are repeated, guarded and rehearsed, in the form %s', (form) => {
  describeUnless(missingBuild ?? (form === 'split' ? missingBroker : undefined), 'over HTTP', () => {
    let program: Whole;
    let world: World;
    let status: string;
    let counter = 0;
    const name = () => `${world.run} ${counter++}`;
    const call: Whole['client']['call'] = (...sent) => program.client.call(...sent);
    const make = async (path: string, body: unknown) => (await program.client.must(201, 'POST', path, body)).body;
    const count = async (path: string) => (await program.client.must(200, 'GET', path)).body.count as number;
    const encoded = (text: string) => encodeURIComponent(text);
    const changesOf = (id: string) => count(`extras/object-changes/?changed_object_id=${id}`);
    const aTenant = () => make('tenancy/tenants/', { name: name() });
    const block = () => `10.${(counter >> 8) & 255}.${counter++ & 255}.0/24`;
    const aPrefix = () => make('ipam/prefixes/', { prefix: block(), namespace: world.namespace, status, type: 'pool' });

    beforeAll(async () => {
      program = await startForm(form);
      world = await prepareWorld(program.client);
      status = world.statuses.get('Active')!;
    });
    afterAll(() => program?.stop());

    describe('Idempotency-Key', () => {
      const twice = async (method: string, path: string, body?: unknown): Promise<[Answer, Answer]> => {
        const headers = { 'idempotency-key': randomUUID() };
        return [await call(method, path, body, { headers }), await call(method, path, body, { headers })];
      };
      const theSame = ([first, second]: [Answer, Answer], wanted: number) => {
        expect(first.status).toBe(wanted);
        expect(second.status).toBe(wanted);
        expect(second.text).toBe(first.text);
        expect(second.headers.etag).toBe(first.headers.etag);
        expect(second.headers.location).toBe(first.headers.location);
      };

      it('creates one object however often it is sent', async () => {
        const body = { name: name() };
        const answers = await twice('POST', 'tenancy/tenants/', body);
        theSame(answers, 201);
        expect(await count(`tenancy/tenants/?name=${encoded(body.name)}`)).toBe(1);
        expect(await changesOf(answers[0].body.id)).toBe(1);
      });

      it('creates one list of objects', async () => {
        const names = [name(), name()];
        theSame(
          await twice(
            'POST',
            'tenancy/tenants/',
            names.map((one) => ({ name: one })),
          ),
          201,
        );
        expect(await count(`tenancy/tenants/?${names.map((one) => `name=${encoded(one)}`).join('&')}`)).toBe(2);
      });

      it.each(['PATCH', 'PUT'])(
        'changes once by %s, and repeats the answer though others changed it since',
        async (method) => {
          const tenant = await aTenant();
          const headers = { 'idempotency-key': randomUUID() };
          const body = { name: tenant.name, description: 'mine' };
          const first = await call(method, `tenancy/tenants/${tenant.id}/`, body, { headers });
          await program.client.must(200, 'PATCH', `tenancy/tenants/${tenant.id}/`, { description: 'theirs' });
          const second = await call(method, `tenancy/tenants/${tenant.id}/`, body, { headers });
          theSame([first, second], 200);
          const { body: now } = await call('GET', `tenancy/tenants/${tenant.id}/`);
          expect(now.description).toBe('theirs');
          expect(await changesOf(tenant.id)).toBe(3);
        },
      );

      it('changes a list once', async () => {
        const tenants = [await aTenant(), await aTenant()];
        const body = tenants.map(({ id }) => ({ id, description: 'new' }));
        theSame(await twice('PATCH', 'tenancy/tenants/', body), 200);
        for (const { id } of tenants) expect(await changesOf(id)).toBe(2);
      });

      it('deletes once, and goes on saying so', async () => {
        const tenant = await aTenant();
        theSame(await twice('DELETE', `tenancy/tenants/${tenant.id}/`), 204);
        expect((await call('DELETE', `tenancy/tenants/${tenant.id}/`)).status).toBe(404);
        const more = [await aTenant(), await aTenant()].map(({ id }) => ({ id }));
        theSame(await twice('DELETE', 'tenancy/tenants/', more), 204);
      });

      it('takes one address, one prefix, one note', async () => {
        const prefix = await aPrefix();
        theSame(await twice('POST', `ipam/prefixes/${prefix.id}/available-ips/`, { status }), 201);
        expect(await count(`ipam/ip-addresses/?parent=${prefix.id}`)).toBe(1);
        theSame(
          await twice('POST', `ipam/prefixes/${prefix.id}/available-prefixes/`, { prefix_length: 28, status }),
          201,
        );
        expect(await count(`ipam/prefixes/?parent=${prefix.id}`)).toBe(1);
        theSame(await twice('POST', `ipam/prefixes/${prefix.id}/notes/`, { note: 'once' }), 201);
        expect(await count(`ipam/prefixes/${prefix.id}/notes/`)).toBe(1);
      });

      it('has one effect when it is sent many times at once', async () => {
        const headers = { 'idempotency-key': randomUUID() };
        const body = { name: name() };
        const answers = await inParallel(Array.from({ length: 20 }), 20, () =>
          call('POST', 'tenancy/tenants/', body, { headers }),
        );
        expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
        expect(answers[0]!.status).toBe(201);
        const { id } = answers[0]!.body;
        const gone = await inParallel(Array.from({ length: 10 }), 10, () =>
          call('DELETE', `tenancy/tenants/${id}/`, undefined, { headers: { 'idempotency-key': `gone ${id}` } }),
        );
        expect(gone.map((answer) => answer.status)).toEqual(Array(10).fill(204));
        expect(await changesOf(id)).toBe(2);
      });

      it('belongs to one request: another one with it is refused, and changes nothing', async () => {
        const headers = { 'idempotency-key': randomUUID() };
        const first = { name: name() };
        const other = { name: name() };
        expect((await call('POST', 'tenancy/tenants/', first, { headers })).status).toBe(201);
        expect((await call('POST', 'tenancy/tenants/', other, { headers })).status).toBe(422);
        expect((await call('POST', 'tenancy/tenants/?depth=1', first, { headers })).status).toBe(422);
        expect(await count(`tenancy/tenants/?name=${encoded(other.name)}`)).toBe(0);
      });

      it('does not remember refusals, so that a mended request may use it', async () => {
        const headers = { 'idempotency-key': randomUUID() };
        const tenant = await aTenant();
        expect((await call('POST', 'tenancy/tenants/', { name: tenant.name }, { headers })).status).toBe(400);
        expect((await call('POST', 'tenancy/tenants/', { name: name() }, { headers })).status).toBe(201);
      });

      it('has 1 to 255 characters', async () => {
        const send = (key: string) =>
          call('POST', 'tenancy/tenants/', { name: name() }, { headers: { 'idempotency-key': key } });
        expect((await send('k'.repeat(256))).status).toBe(400);
        expect((await send('k'.repeat(255))).status).toBe(201);
      });
    });

    describe('ETag', () => {
      it('stands on every object, and spares reading it again', async () => {
        const prefix = await aPrefix();
        const address = await make(`ipam/prefixes/${prefix.id}/available-ips/`, { status });
        for (const path of [
          `ipam/prefixes/${prefix.id}/`,
          `ipam/ip-addresses/${address.id}/`,
          `ipam/namespaces/${world.namespace}/`,
          `dcim/locations/${world.location}/`,
          `dcim/location-types/${world.locationType}/`,
          `extras/statuses/${status}/`,
          `tenancy/tenants/${(await aTenant()).id}/`,
        ]) {
          const read = await call('GET', path);
          expect(read.headers.etag).toMatch(/^"\S+"$/);
          const again = await call('GET', path, undefined, { headers: { 'if-none-match': String(read.headers.etag) } });
          expect([path, again.status, again.text]).toEqual([path, 304, '']);
          const other = await call('GET', path, undefined, { headers: { 'if-none-match': '"another"' } });
          expect(other.status).toBe(200);
        }
      });

      it('changes with what is shown, counters included', async () => {
        const tenant = await aTenant();
        const read = () => call('GET', `tenancy/tenants/${tenant.id}/`);
        const before = await read();
        await make('ipam/prefixes/', { prefix: block(), namespace: world.namespace, status, tenant: tenant.id });
        const after = await read();
        expect(after.body.prefix_count).toBe(1);
        expect(after.headers.etag).not.toBe(before.headers.etag);
      });

      it.each(['PATCH', 'PUT', 'DELETE'])('guards %s: what has changed meanwhile is a 412', async (method) => {
        const { id, name: given } = await aTenant();
        const path = `tenancy/tenants/${id}/`;
        const stale = String((await call('GET', path)).headers.etag);
        await program.client.must(200, 'PATCH', path, { description: 'meanwhile' });
        const fresh = String((await call('GET', path)).headers.etag);
        const body = method === 'DELETE' ? undefined : { name: given, description: 'guarded' };
        const send = (etag: string) => call(method, path, body, { headers: { 'if-match': etag } });
        expect((await send(stale)).status).toBe(412);
        expect((await call('GET', path)).body.description).toBe('meanwhile');
        expect((await send(`${stale}, ${fresh}`)).status).toBe(method === 'DELETE' ? 204 : 200);
      });

      it.each([
        ['tenancy/tenant-groups/', {}],
        ['dcim/locations/', { location_type: 'nested', status: 'Active' }],
      ])('guards the deletion of what was asked for, not of what goes along: %s', async (path, more) => {
        if (path.startsWith('dcim')) await make('dcim/location-types/', { name: 'nested', nestable: true });
        const parent = await make(path, { ...more, name: name() });
        const child = await make(path, { ...more, name: name(), parent: parent.id });
        const stale = String((await call('GET', `${path}${parent.id}/`)).headers.etag);
        await program.client.must(200, 'PATCH', `${path}${parent.id}/`, { description: 'meanwhile' });
        const fresh = String((await call('GET', `${path}${parent.id}/`)).headers.etag);
        const remove = (etag: string) =>
          call('DELETE', `${path}${parent.id}/`, undefined, { headers: { 'if-match': etag } });
        expect((await remove(stale)).status).toBe(412);
        expect((await remove(fresh)).status).toBe(204);
        expect((await call('GET', `${path}${child.id}/`)).status).toBe(404);
      });

      it('says that something has changed before it says what protects it', async () => {
        const { id } = await aTenant();
        const path = `tenancy/tenants/${id}/`;
        const stale = String((await call('GET', path)).headers.etag);
        await program.client.must(200, 'PATCH', path, { description: 'meanwhile' });
        const prefix = '2001:db8:412::/48';
        const held = (
          await program.client.must(201, 'POST', 'ipam/prefixes/', { prefix, status: 'Active', tenant: id })
        ).body.id;
        const remove = (etag: string) => call('DELETE', path, undefined, { headers: { 'if-match': etag } });
        expect((await remove(stale)).status).toBe(412);
        expect((await remove('*')).status).toBe(409);
        await program.client.must(204, 'DELETE', `ipam/prefixes/${held}/`);
      });

      it('lets one of several win who change the same state', async () => {
        const { id } = await aTenant();
        const path = `tenancy/tenants/${id}/`;
        const etag = String((await call('GET', path)).headers.etag);
        const answers = await inParallel(Array.from({ length: 10 }), 10, (_, n) =>
          call('PATCH', path, { description: String(n) }, { headers: { 'if-match': etag } }),
        );
        expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(412)]);
      });
    });

    describe('a chosen id', () => {
      it('is the new object’s, and can be chosen once', async () => {
        const id = randomUUID();
        const body = { id, name: name() };
        const made = await program.client.must(201, 'POST', 'tenancy/tenants/', body);
        expect(made.body.id).toBe(id);
        expect(made.headers.location).toContain(id);
        const again = await call('POST', 'tenancy/tenants/', { id, name: name() });
        expect([again.status, again.body]).toEqual([400, { id: [expect.stringContaining('already exists')] }]);
      });

      it('wins once among many who choose it at once', async () => {
        const id = randomUUID();
        const answers = await inParallel(Array.from({ length: 10 }), 10, () =>
          call('POST', 'tenancy/tenants/', { id, name: name() }),
        );
        expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(9).fill(400)]);
      });
    });

    describe('dry_run', () => {
      const records = async () => {
        await program.client.must(200, 'GET', 'extras/object-changes/?limit=1');
        return count('extras/object-changes/?limit=1');
      };

      it('answers as the write would, and keeps nothing of it', async () => {
        const tenant = await aTenant();
        const prefix = await aPrefix();
        const list = await Promise.all([aTenant(), aTenant()]);
        const before = await records();
        const rehearsals: [string, string, unknown, number][] = [
          ['POST', 'tenancy/tenants/', { name: name() }, 201],
          ['POST', 'tenancy/tenants/', [{ name: name() }, { name: name() }], 201],
          ['PATCH', `tenancy/tenants/${tenant.id}/`, { description: 'rehearsed' }, 200],
          ['PUT', `tenancy/tenants/${tenant.id}/`, { name: name() }, 200],
          ['PATCH', 'tenancy/tenants/', list.map(({ id }) => ({ id, description: 'rehearsed' })), 200],
          ['DELETE', `tenancy/tenants/${tenant.id}/`, undefined, 204],
          ['DELETE', 'tenancy/tenants/', list.map(({ id }) => ({ id })), 204],
          ['POST', `ipam/prefixes/${prefix.id}/available-ips/`, [{ status }, { status }], 201],
          ['POST', `ipam/prefixes/${prefix.id}/available-prefixes/`, { prefix_length: 30, status }, 201],
          ['POST', `ipam/prefixes/${prefix.id}/notes/`, { note: 'rehearsed' }, 201],
        ];
        for (const [method, path, body, wanted] of rehearsals) {
          const answer = await call(method, `${path}?dry_run=true`, body);
          expect([method, path, answer.status, answer.status === 204 || answer.text.length > 2]).toEqual([
            method,
            path,
            wanted,
            true,
          ]);
        }
        expect(await records()).toBe(before);
        for (const { id } of [tenant, ...list])
          expect((await program.client.must(200, 'GET', `tenancy/tenants/${id}/`)).body.description).toBe('');
        expect(await count(`ipam/ip-addresses/?parent=${prefix.id}`)).toBe(0);
        expect(await count(`ipam/prefixes/?parent=${prefix.id}`)).toBe(0);
        expect(await count(`ipam/prefixes/${prefix.id}/notes/`)).toBe(0);
      });

      it('shows what the write would make: the next free address, the changed field', async () => {
        const prefix = await aPrefix();
        const path = `ipam/prefixes/${prefix.id}/available-ips/`;
        const rehearsed = await call('POST', `${path}?dry_run=true`, { status });
        const made = await call('POST', path, { status });
        expect(rehearsed.body.address).toBe(made.body.address);
      });

      it('refuses as the write would', async () => {
        const tenant = await aTenant();
        await make('ipam/prefixes/', { prefix: block(), namespace: world.namespace, status, tenant: tenant.id });
        expect((await call('DELETE', `tenancy/tenants/${tenant.id}/?dry_run=true`)).status).toBe(409);
        expect((await call('POST', 'tenancy/tenants/?dry_run=true', { name: tenant.name })).status).toBe(400);
        expect((await call('PATCH', `tenancy/tenants/${randomUUID()}/?dry_run=true`, {})).status).toBe(404);
        expect((await call('POST', 'tenancy/tenants/?dry_run=maybe', { name: name() })).body).toEqual({
          dry_run: ['Must be true or false.'],
        });
      });

      it('does not use up an Idempotency-Key', async () => {
        const headers = { 'idempotency-key': randomUUID() };
        const body = { name: name() };
        const rehearsed = await call('POST', 'tenancy/tenants/?dry_run=true', body, { headers });
        expect(rehearsed.status).toBe(201);
        expect((await call('POST', 'tenancy/tenants/', body, { headers })).status).toBe(201);
      });

      it('means the same with false as without', async () => {
        const made = await program.client.must(201, 'POST', 'tenancy/tenants/?dry_run=false', { name: name() });
        await program.client.must(200, 'GET', `tenancy/tenants/${made.body.id}/`);
      });
    });
  });
});
