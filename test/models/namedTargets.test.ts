import type { Identity } from '@plumbline/http';
import { aUser, expectStatus, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { startEveryService } from './everyService';

let plumbline: TestServices;
let admin: Identity;
let circuitType: string;
beforeAll(async () => {
  plumbline = await startEveryService({ hideRelated: true });
  admin = await signedIn(plumbline, superuser.apiToken);
  circuitType = (await made('circuits/circuit-types/', { name: next() })).id;
});
afterAll(() => plumbline?.stop());

const request = (method: string, path: string, body?: unknown, as = admin) =>
  plumbline.request(method, `/api/${path}`, body, { as, recorded: true });
const made = async (path: string, body: unknown) => expectStatus(await request('POST', path, body), 201).body;

let serial = 0;
const next = () => `name ${serial++}`;

const aProvider = async (name = next()) => ({ name, id: (await made('circuits/providers/', { name })).id as string });
const aStatus = async (name = next()) => ({
  name,
  id: (await made('extras/statuses/', { name, content_types: ['circuits.circuit'] })).id as string,
});
const circuitOf = (provider: unknown, status: unknown) => ({
  cid: next(),
  circuit_type: circuitType,
  provider,
  status,
});
const post = (provider: unknown, status: unknown, as = admin) =>
  request('POST', 'circuits/circuits/', circuitOf(provider, status), as);
const pointsAt = async (provider: unknown, status: unknown) => {
  const { body } = expectStatus(await post(provider, status), 201);
  return [body.provider.id, body.status.id];
};
const notFound = (name: string) => [`Related object not found using the provided attributes: {'name': '${name}'}`];

describe('What is named in a write', () => {
  it('is not looked for again where it is known', async () => {
    const [provider, status] = [await aProvider(), await aStatus()];
    const send = () => post({ name: provider.name }, status.name);
    const [first] = [expectStatus(await send(), 201).statements.length];
    const counts: number[] = [];
    // On a busy machine followers may be at work before the answer has left.
    while (counts.length < 5) counts.push(expectStatus(await send(), 201).statements.length);
    expect(first - Math.min(...counts)).toBeGreaterThanOrEqual(2);
    expect(Math.min(...counts)).toBe(7);
    expect(await pointsAt({ name: provider.name }, status.name)).toEqual([provider.id, status.id]);
  });

  it('is what has the name now, not what had it', async () => {
    const [one, other, status] = [await aProvider(), await aProvider(), await aStatus()];
    expect(await pointsAt({ name: one.name }, status.id)).toEqual([one.id, status.id]);
    expect(await pointsAt(other.name, status.id)).toEqual([other.id, status.id]);
    const rename = async ({ id }: { id: string }, name: string) =>
      expectStatus(await request('PATCH', `circuits/providers/${id}/`, { name }), 200);
    const between = next();
    await rename(one, between);
    expect((await post({ name: one.name }, status.id)).body).toEqual({ provider: notFound(one.name) });
    await rename(other, one.name);
    await rename(one, other.name);
    expect(await pointsAt({ name: one.name }, status.id)).toEqual([other.id, status.id]);
    expect(await pointsAt(other.name, status.id)).toEqual([one.id, status.id]);
    expect((await post(between, status.id)).body).toEqual({ provider: notFound(between) });
  });

  it('is what another service has by that name now', async () => {
    const [provider, one] = [await aProvider(), await aStatus()];
    expect(await pointsAt(provider.id, one.name)).toEqual([provider.id, one.id]);
    expectStatus(await request('PATCH', `extras/statuses/${one.id}/`, { name: next() }), 200);
    const refused = expectStatus(await post(provider.id, one.name), 400).body;
    expect(refused).toEqual({ status: notFound(one.name) });
    const other = await aStatus(one.name);
    expect(await pointsAt(provider.id, one.name)).toEqual([provider.id, other.id]);
    expectStatus(await request('PATCH', `extras/statuses/${other.id}/`, { content_types: ['dcim.device'] }), 200);
    expect(expectStatus(await post(provider.id, one.name), 400).body).toEqual({ status: notFound(one.name) });
  });

  it('is all that is told of where what is stored is not right either', async () => {
    const [provider, status] = [await aProvider(), await aStatus()];
    const { id } = expectStatus(await post(provider.id, status.name), 201).body;
    expectStatus(await request('PATCH', `extras/statuses/${status.id}/`, { content_types: ['dcim.device'] }), 200);
    const refused = expectStatus(await request('PATCH', `circuits/circuits/${id}/`, { status: status.name }), 400).body;
    expect(refused).toEqual({ status: notFound(status.name) });
  });

  it('is not there when it was deleted', async () => {
    const [provider, status] = [await aProvider(), await aStatus()];
    const { id } = expectStatus(await post({ name: provider.name }, status.name), 201).body;
    expectStatus(await request('DELETE', `circuits/circuits/${id}/`), 204);
    expectStatus(await request('DELETE', `circuits/providers/${provider.id}/`), 204);
    expectStatus(await request('DELETE', `extras/statuses/${status.id}/`), 204);
    expect(expectStatus(await post({ name: provider.name }, status.name), 400).body).toEqual({
      provider: notFound(provider.name),
      status: notFound(status.name),
    });
  });

  it('is told apart in a list, each as it is', async () => {
    const [one, other, status] = [await aProvider(), await aProvider(), await aStatus()];
    const list = () => [circuitOf(one.name, status.name), circuitOf({ name: other.name }, status.id)];
    const providersOf = async () =>
      (await made('circuits/circuits/', list())).map(({ provider }: { provider: { id: string } }) => provider.id);
    expect(await providersOf()).toEqual([one.id, other.id]);
    expect(await providersOf()).toEqual([one.id, other.id]);
    expectStatus(await request('PATCH', `circuits/providers/${other.id}/`, { name: next() }), 200);
    const refused = expectStatus(await request('POST', 'circuits/circuits/', list()), 400).body;
    expect(refused).toEqual([{}, { provider: notFound(other.name) }]);
  });

  it('costs one try where a pattern beside it takes too long', async () => {
    const endless = '^(a*)(a*)(a*)(a*)\\1\\2\\3\\4b';
    await made('tenancy/tenants/', { name: next(), description: `${'a'.repeat(199)}b` });
    const vrf = (tenant?: unknown) =>
      request('POST', 'ipam/vrfs/', { name: next(), rd: next(), ...(tenant ? { tenant } : {}) });
    expectStatus(await vrf(), 201);
    const { statements, body } = expectStatus(await vrf({ description__regex: endless }), 400);
    expect(body.detail).toContain('takes too long');
    expect(statements.filter(({ text }) => text.includes(`"description" ~`))).toHaveLength(1);
  });

  it('is nothing to users who may not view it, whoever named it before', async () => {
    const [provider, status] = [await aProvider(), await aStatus()];
    await pointsAt(provider.name, status.name);
    const adds = { object_types: ['circuits.circuit'], actions: ['add', 'view'] };
    const stranger = await aUser(plumbline, admin, [adds]);
    expect(expectStatus(await post(provider.name, status.name, stranger), 400).body).toEqual({
      provider: notFound(provider.name),
      status: notFound(status.name),
    });
    const views = { object_types: ['circuits.provider', 'extras.status'], actions: ['view'] };
    const friend = await aUser(plumbline, admin, [adds, views]);
    expectStatus(await post(provider.name, status.name, friend), 201);
    expectStatus(await post(provider.name, status.name), 201);
  });
});
