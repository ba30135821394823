import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@plumbline/log';
import { type Bus, createInProcessBus, createNatsBus, type MessageStore } from '../src';
import { type Broker, findNatsServer, startNatsServer } from './natsServer';
import { readStream } from './streamReader';

const log = createLog({ name: 'test', level: 'silent' });
const program = findNatsServer();
const message = (position: number) => ({ id: `record-${position}`, position, payload: { position } });

describe('a bus without a broker', () => {
  it('keeps nothing', () => expect(createInProcessBus({ log }).store).toBeUndefined());
});

(program ? describe : describe.skip)('what the broker keeps', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-jetstream-'));
  const open: (Broker | Bus)[] = [];
  const start = async (...options: string[]): Promise<{ broker: Broker; store: MessageStore }> => {
    const broker = await startNatsServer(program!, undefined, options);
    const bus = await createNatsBus({ url: broker.url, log, name: 'test', mayBeOpen: true });
    open.unshift(bus, broker);
    return { broker, store: bus.store! };
  };
  afterAll(async () => {
    for (const each of open) await ('stop' in each ? each.stop() : each.close());
    rmSync(folder, { recursive: true, force: true });
  });

  it('is in order, once each, and for each application', async () => {
    const { broker, store } = await start('-js', '-sd', join(folder, 'kept'));
    expect(await store.last('ipam')).toBe(0);
    await store.keep('ipam', [1, 2, 3].map(message));
    await store.keep('dcim', [message(7)]);
    expect(await store.keep('ipam', [3, 4].map(message))).toBe(false);
    expect(await store.last('ipam')).toBe(3);
    expect(await store.keep('ipam', [4].map(message))).toBe(true);
    expect([await store.last('ipam'), await store.last('dcim'), await store.last('users')]).toEqual([4, 7, 0]);
    const kept = (await readStream(broker.url))?.map(({ subject, position }) => `${subject} ${position}`);
    expect(kept?.filter((line) => line.startsWith('plumbline.change.ipam'))).toEqual(
      [1, 2, 3, 4].map((position) => `plumbline.change.ipam ${position}`),
    );
  });

  it('may be large', async () => {
    const { store } = await start('-js', '-sd', join(folder, 'large'));
    expect(await store.last('ipam')).toBe(0);
    await store.keep('ipam', [{ ...message(1), payload: 'x'.repeat(3_000_000) }]);
    expect(await store.last('ipam')).toBe(1);
  });

  it('is nothing where the broker has no JetStream', async () => {
    const { store } = await start();
    expect(await store.last('ipam')).toBeUndefined();
    expect(await store.last('ipam')).toBeUndefined();
  });

  it('is nothing while the broker is away', async () => {
    const { broker, store } = await start('-js', '-sd', join(folder, 'away'));
    expect(await store.last('ipam')).toBe(0);
    await broker.stop();
    expect(await store.last('ipam')).toBeUndefined();
    await expect(store.keep('ipam', [message(1)])).rejects.toThrow();
  });
});
