import { createLog } from '@plumbline/log';
import { type Bus, createNatsBus, OpenBroker, ServiceUnavailable } from '../src';
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
