import { createLog } from '@plumbline/log';
import { type Bus, createNatsBus, OpenBroker, ServiceUnavailable, UnknownToBroker } from '../src';
import { fetchVlan, soon } from './contract';
import { type Broker, findNatsServer, startNatsServer } from './natsServer';

const log = createLog({ name: 'test', level: 'silent' });
const program = findNatsServer();
const guarded = ['--user', 'a', '--pass', 'b'];

async function until(look: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await look())) {
    if (Date.now() > end) throw new Error('it never happened');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

(program ? describe : describe.skip)('a broker that lets in anybody', () => {
  let broker: Broker;
  let bus: Bus | undefined;
  afterEach(async () => {
    await bus?.close();
    bus = undefined;
    await broker.stop();
  });

  it('is refused, in words that name it', async () => {
    broker = await startNatsServer(program!);
    const refused = createNatsBus({ url: broker.url, log, name: 'a' });
    await expect(refused).rejects.toThrow(OpenBroker);
    await expect(refused).rejects.toThrow(`127.0.0.1:${broker.port} lets in anybody`);
  });

  it('is used where that is meant', async () => {
    broker = await startNatsServer(program!);
    bus = await createNatsBus({ url: broker.url, log, name: 'a', mayBeOpen: true });
    expect(await bus.ready()).toBe(true);
  });

  it('is refused when it takes the place of one that asks who one is, until that is back', async () => {
    broker = await startNatsServer(program!, undefined, guarded);
    const { port } = broker;
    const url = `nats://a:b@127.0.0.1:${port}`;
    bus = await createNatsBus({ url, log, name: 'a' });
    await bus.serve('ipam', async () => 'answered');
    expect(await bus.request(fetchVlan, {}, soon())).toBe('answered');
    await broker.stop();
    broker = await startNatsServer(program!, port);
    const stranger = await createNatsBus({ url: broker.url, log, name: 'b', mayBeOpen: true });
    await until(async () => !(await bus!.ready()));
    await expect(bus.request(fetchVlan, {}, soon(2_000))).rejects.toThrow(ServiceUnavailable);
    await expect(stranger.request(fetchVlan, {}, soon(2_000))).rejects.toThrow(ServiceUnavailable);
    await stranger.close();
    await broker.stop();
    broker = await startNatsServer(program!, port, guarded);
    await until(() => bus!.ready());
    expect(await bus.request(fetchVlan, {}, soon())).toBe('answered');
  });
});

(program ? describe : describe.skip)('a broker that does not let us in', () => {
  const key = Buffer.alloc(32, 1);
  let broker: Broker;
  afterEach(() => broker.stop());

  it.each([
    ['key', 'does not know the key of this process', { key }],
    ['user', 'does not take the user in NATS_URL', { who: 'a:wrong@' }],
  ])(
    'is given up in words about the %s',
    async (_, words, { who = '', ...options }: { who?: string; key?: Buffer }) => {
      broker = await startNatsServer(program!, undefined, guarded);
      const url = `nats://${who}127.0.0.1:${broker.port}`;
      const refused = createNatsBus({ url, log, name: 'a', refusedWithin: 300, ...options });
      await expect(refused).rejects.toThrow(UnknownToBroker);
      await expect(refused).rejects.toThrow(`127.0.0.1:${broker.port} ${words}`);
    },
  );

  it('is asked again until it does', async () => {
    broker = await startNatsServer(program!, undefined, ['--user', 'a', '--pass', 'before']);
    const { port } = broker;
    const opened = createNatsBus({ url: `nats://a:b@127.0.0.1:${port}`, log, name: 'a' });
    await until(async () => broker.said().includes('authentication error'));
    await broker.stop();
    broker = await startNatsServer(program!, port, guarded);
    const bus = await opened;
    expect(await bus.ready()).toBe(true);
    await bus.close();
  });

  it('is told of once, with what to do, where it lets a process in no more, which it finds again', async () => {
    broker = await startNatsServer(program!, undefined, guarded);
    const { port } = broker;
    const lines: string[] = [];
    const heard = createLog({ name: 'test', destination: { write: (line) => lines.push(line) } });
    const bus = await createNatsBus({ url: `nats://a:b@127.0.0.1:${port}`, log: heard, name: 'a' });
    await broker.stop();
    broker = await startNatsServer(program!, port, ['--user', 'a', '--pass', 'another']);
    // Each refusal is a line of the broker's.
    await until(async () => broker.said().split('authentication error').length > 5);
    await broker.stop();
    broker = await startNatsServer(program!, port, guarded);
    await until(() => bus.ready());
    await bus.close();
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'warn', message: 'lost NATS' }),
      expect.objectContaining({
        message: 'NATS is not used',
        error: expect.objectContaining({ message: expect.stringContaining('does not take the user in NATS_URL') }),
      }),
      expect.objectContaining({ message: 'found NATS again' }),
    ]);
  });
});
