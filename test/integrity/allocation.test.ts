import { missingBroker } from '../harness/broker';
import type { Answer } from '../harness/client';
import { freePort } from '../harness/freePort';
import { rounds } from '../harness/long';
import { inParallel } from '../harness/parallel';
import { type Parts, startParts } from '../harness/parts';
import { ticksOf } from '../harness/processes';
import { missingBuild, type Program } from '../harness/program';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';

const clients = 32;
const addressesWanted = rounds(3_200, 320);

describeUnless(missingBuild ?? missingBroker, 'allocation by many clients through two processes', () => {
  let parts: Parts;
  let second: Program;
  let world: World;
  let status: string;
  const post = (path: string, body: unknown) => world.client.call('POST', path, body);
  const prefix = async (text: string) =>
    (
      await world.client.must(201, 'POST', 'ipam/prefixes/', {
        prefix: text,
        namespace: world.namespace,
        status,
        type: 'pool',
      })
    ).body.id as string;

  beforeAll(async () => {
    const port = await freePort();
    parts = await startParts({ behindProxies: 'circuits', further: { ipam: [port] } });
    second = await parts.startService('ipam', port);
    world = await prepareWorld(parts.gateway.client);
    status = world.statuses.get('Active')!;
  });
  afterAll(async () => {
    await second?.stop();
    await parts?.stop();
  });

  const answeredWith = (answers: Answer[]) => [...new Set(answers.map(({ status: code }) => code))].sort();
  const texts = (answers: Answer[], field: string): string[] =>
    answers.flatMap(({ body }) => [body ?? []].flat()).map((item) => item[field]);

  it('gives each its own address, and every address until there is none', async () => {
    const id = await prefix('10.0.0.0/20');
    const each = addressesWanted / clients;
    const processes = [parts.services.get('ipam')!.pid, second.pid];
    const before = processes.map(ticksOf);
    const answers = await inParallel(Array.from({ length: clients }), clients, async () => {
      const mine: Answer[] = [];
      for (let n = 0; n < each; n++) mine.push(await post(`ipam/prefixes/${id}/available-ips/`, { status }));
      return mine;
    });
    expect(answeredWith(answers.flat())).toEqual([201]);
    const given = texts(answers.flat(), 'address');
    expect(new Set(given).size).toBe(addressesWanted);
    expect(given.every((address) => /^10\.0\.(\d|1[0-5])\.\d+\/20$/.test(address))).toBe(true);
    const used = processes.map((pid, index) => ticksOf(pid) - before[index]!);
    expect(Math.min(...used)).toBeGreaterThan(Math.max(...used) / rounds(3, 6));
  });

  it('gives out a small block to the last address, and says that there is no space when there is none', async () => {
    const id = await prefix('10.1.0.0/26');
    const answers = await inParallel(Array.from({ length: 100 }), clients, () =>
      post(`ipam/prefixes/${id}/available-ips/`, { status }),
    );
    expect(answeredWith(answers)).toEqual([201, 204]);
    const given = texts(
      answers.filter((answer) => answer.status === 201),
      'address',
    );
    expect(given).toHaveLength(64);
    expect(new Set(given).size).toBe(64);
  });

  it.each([
    { family: 'IPv4', block: '10.2.0.0/16', lengths: [24, 26, 28, 30] },
    { family: 'IPv6', block: '2001:db8::/32', lengths: [48, 56, 64, 64] },
  ])('keeps $family prefixes and addresses apart that are taken at the same time', async ({ block, lengths }) => {
    const id = await prefix(block);
    const answers = await inParallel(Array.from({ length: clients * rounds(4, 2) }), clients, (_, n) => {
      if (n % 2 === 0)
        return post(`ipam/prefixes/${id}/available-prefixes/`, { prefix_length: lengths[(n % 8) >> 1], status });
      if (n % 4 === 1) return post(`ipam/prefixes/${id}/available-ips/`, { status });
      return post(
        `ipam/prefixes/${id}/available-ips/`,
        Array.from({ length: 3 }, () => ({ status })),
      );
    });
    expect(answeredWith(answers)).toEqual([201]);
    const prefixes = texts(
      answers.filter((_, n) => n % 2 === 0),
      'prefix',
    );
    const addresses = texts(
      answers.filter((_, n) => n % 2 === 1),
      'address',
    );
    expect(new Set(prefixes).size).toBe(prefixes.length);
    expect(new Set(addresses.map((address) => address.split('/')[0])).size).toBe(addresses.length);
    expect(await overlaps(prefixes)).toEqual([]);
  });

  /** Prefixes that lie inside one another, as the program's own filter finds them. */
  async function overlaps(prefixes: string[]): Promise<string[]> {
    const found = await inParallel(prefixes, 16, async (text) => {
      const { body } = await world.client.must(
        200,
        'GET',
        `ipam/prefixes/?within=${encodeURIComponent(text)}&namespace=${world.namespace}&limit=1`,
      );
      return body.count > 0 ? text : undefined;
    });
    return found.filter((text) => text !== undefined);
  }

  it('gives many addresses to one request all or none', async () => {
    const id = await prefix('10.3.0.0/27');
    const answers = await inParallel(Array.from({ length: 10 }), 10, () =>
      post(
        `ipam/prefixes/${id}/available-ips/`,
        Array.from({ length: 5 }, () => ({ status })),
      ),
    );
    const given = texts(
      answers.filter((answer) => answer.status === 201),
      'address',
    );
    expect(given).toHaveLength(30);
    expect(new Set(given).size).toBe(30);
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(4);
  });
});
