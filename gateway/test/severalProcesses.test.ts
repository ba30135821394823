import { startRemoteService, startWorld, type World } from './world';

type Service = Awaited<ReturnType<typeof startRemoteService>>;

describe('a service in several processes', () => {
  let first: Service;
  let second: Service;
  let world: World;
  const nobody = 'http://127.0.0.1:9';
  const ask = (method = 'GET') =>
    world.ask('/api/dcim/racks/', { method, ...(method === 'POST' ? { body: '{"name":"r1"}' } : {}) });
  const askMany = (count: number) => Promise.all(Array.from({ length: count }, () => ask()));
  const statuses = async (answers: Promise<Response[]>) => [...new Set((await answers).map(({ status }) => status))];

  beforeEach(async () => {
    [first, second] = await Promise.all([
      startRemoteService({ drainMilliseconds: 300 }),
      startRemoteService({ drainMilliseconds: 300 }),
    ]);
    world = await startWorld({ remote: { dcim: `${first.url},${nobody}, ${second.url}` } });
  });
  afterEach(async () => {
    await world.stop();
    await Promise.all([first.stop(), second.stop()]);
  });

  it('shares its requests among those that are there', async () => {
    expect(await statuses(askMany(20))).toEqual([200]);
    for (let turn = 0; turn < 20; turn++) await ask('POST');
    const shares = [first, second].map(({ requests }) => requests.length);
    expect(shares[0]! + shares[1]!).toBe(40);
    expect(Math.min(...shares)).toBeGreaterThan(8);
  });

  it('goes on with the other when one ends, without dropping a request', async () => {
    await askMany(10);
    let stopped = false;
    const stopping = first.stop().then(() => {
      stopped = true;
    });
    const seen: number[] = [];
    while (!stopped) seen.push(...(await statuses(askMany(3))), (await ask('POST')).status);
    await stopping;
    seen.push(...(await statuses(askMany(10))));
    expect(new Set(seen)).toEqual(new Set([200]));
  });

  it('gives one that came back its share again', async () => {
    const { port } = first;
    await first.stop();
    await askMany(4);
    first = await startRemoteService({ port });
    // More at once than there are connections, so that new ones are opened.
    for (let count = 30; first.requests.length <= 3 && count < 200; count += 10) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await askMany(count);
    }
    expect(first.requests.length).toBeGreaterThan(3);
  });

  it('passes over one that stays silent, after one request found out', async () => {
    const impatient = await startWorld({ remote: { dcim: `${first.url},${second.url}` }, limits: { patience: 3_000 } });
    const silent = await impatient.ask('/api/dcim/racks/silence/');
    expect(silent.status).toBe(503);
    expect(await statuses(Promise.all(Array.from({ length: 10 }, () => impatient.ask('/api/dcim/racks/'))))).toEqual([
      200,
    ]);
    await impatient.stop();
  });

  it('asks another what it was to read from one that broke off, and repeats no write', async () => {
    const broken = await startRemoteService({ isBroken: true });
    const both = await startWorld({ remote: { dcim: `${broken.url},${second.url}` } });
    const askBoth = (method: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          both.ask('/api/dcim/racks/', { method, ...(method === 'POST' ? { body: '{}' } : {}) }),
        ),
      );
    await askBoth('POST', 10);
    expect(broken.requests.length).toBeGreaterThan(0);
    expect(second.requests.length + broken.requests.length).toBe(10);
    const [written, refused] = [second.requests.length, broken.requests.length];
    expect(await statuses(askBoth('GET', 30))).toEqual([200]);
    expect(second.requests.length - written).toBe(30);
    expect(broken.requests.length).toBeGreaterThan(refused);
    await both.stop();
    await broken.stop();
  });

  it('is a 503 when none is there', async () => {
    await Promise.all([first.stop(), second.stop()]);
    const answer = await ask('POST');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  });
});
