import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@plumbline/log';
import { type Bus, createInProcessBus, createNatsBus, type MessageStore } from '../src';
import { type Broker, findNatsServer, startNatsServer } from './natsServer';
import { limitMessages, readStream } from './streamReader';

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

  it('may be large, and has its place all the same', async () => {
    const { broker, store } = await start('-js', '-sd', join(folder, 'large'));
    expect(await store.last('ipam')).toBe(0);
    const large = { ...message(2), payload: { text: 'x'.repeat(3_000_000) } };
    await store.keep('ipam', [message(1), large, ...[3, 4, 5].map(message)]);
    expect(await store.last('ipam')).toBe(5);
    const kept = (await readStream(broker.url))!;
    expect(kept.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
    expect(kept[1]!.payload).toEqual(large.payload);
  });

  it('is told of where it is larger than a message may be, and keeps nothing behind it waiting', async () => {
    const { broker, store } = await start('-js', '-sd', join(folder, 'largest'));
    expect(await store.last('ipam')).toBe(0);
    const text = randomBytes(1_500_000).toString('base64');
    await store.keep(
      'ipam',
      [1, 2, 3].map((n) => (n === 2 ? { ...message(n), payload: text } : message(n))),
    );
    expect(await store.last('ipam')).toBe(3);
    const kept = (await readStream(broker.url))!;
    expect(kept.map(({ id, payload, leftOut }) => [id, payload, leftOut])).toEqual([
      ['record-1', { position: 1 }, undefined],
      ['record-2', null, text.length + 2],
      ['record-3', { position: 3 }, undefined],
    ]);
  });

  it('is sent again from where one of several was not taken', async () => {
    const { broker, store } = await start('-js', '-sd', join(folder, 'again'));
    expect(await store.last('ipam')).toBe(0);
    await limitMessages(broker.url, 4_000);
    const large = { ...message(2), payload: randomBytes(6_000).toString('base64') };
    await expect(store.keep('ipam', [message(1), large, message(3)])).rejects.toThrow();
    expect(await store.last('ipam')).toBe(1);
    expect(await store.keep('ipam', [large])).toBe(true);
    expect(await store.last('ipam')).toBe(2);
    expect(await store.keep('ipam', [3, 4].map(message))).toBe(true);
    expect(await store.last('ipam')).toBe(4);
    expect((await readStream(broker.url))!.map(({ position }) => position)).toEqual([1, 3, 2, 3, 4]);
    expect(await store.keep('ipam', [message(4)])).toBe(false);
  });

  it('is nothing where the broker has no JetStream', async () => {
    const { store } = await start();
    expect(await store.last('ipam')).toBe('absent');
    expect(await store.last('ipam')).toBe('absent');
  });

  it('is nothing while the broker is away', async () => {
    const { broker, store } = await start('-js', '-sd', join(folder, 'away'));
    expect(await store.last('ipam')).toBe(0);
    await broker.stop();
    expect(await store.last('ipam')).toBe('away');
    await expect(store.keep('ipam', [message(1)])).rejects.toThrow();
  });
});
