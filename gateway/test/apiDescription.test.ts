import { createInProcessBus } from '@plumbline/bus';
import { createLog } from '@plumbline/log';
import { createApiDescription } from '../src/openapi/apiDescription';

const log = createLog({ name: 'gateway', level: 'silent' });
const minutes = 60_000;
const later = (milliseconds: number) => jest.setSystemTime(Date.now() + milliseconds);

/** A description of one service, which has one path or is away, with how often it was asked. */
async function describing() {
  const bus = createInProcessBus({ log });
  const service: { path: string | undefined; asked: number } = { path: '/ipam/vrfs/', asked: 0 };
  await bus.serve('ipam', async () => {
    service.asked++;
    if (service.path === undefined) throw new Error('away');
    return { paths: { [service.path]: {} } };
  });
  const description = createApiDescription(bus, ['ipam'], log, { paths: {} });
  await description.ready();
  later(10 * minutes);
  const call = () => ({ requestId: 'r-1', deadline: Date.now() + minutes });
  return {
    service,
    paths: async () => Object.keys((await description.document('2.1', call())).paths),
    text: async () => (await description.text('2.1', 'json', call())).plain.toString(),
    start: () => bus.publish({ app: 'ipam', model: 'service', verb: 'started' }, { version: '0.3.0' }),
  };
}

describe('the description of the API', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  test('is asked for once, however many want it', async () => {
    const { service, paths, text } = await describing();
    await Promise.all([paths(), paths(), text(), text()]);
    later(1_000 * minutes);
    await text();
    expect(service.asked).toBe(1);
  });

  test('is asked for again where a service did not answer', async () => {
    const { service, paths } = await describing();
    service.path = undefined;
    await expect(paths()).rejects.toThrow();
    service.path = '/ipam/vrfs/';
    expect(await paths()).toEqual(['/ipam/vrfs/']);
  });

  test('says what a service says that was released alone', async () => {
    const { service, paths, text, start } = await describing();
    expect([await paths(), await text()]).toEqual([['/ipam/vrfs/'], expect.stringContaining('/ipam/vrfs/')]);
    service.path = '/ipam/routes/';
    await start();
    expect([await paths(), await text()]).toEqual([['/ipam/routes/'], expect.stringContaining('/ipam/routes/')]);
  });

  test('does not stay as the process tells it that is being replaced', async () => {
    const { service, paths, start } = await describing();
    await start();
    expect(await paths()).toEqual(['/ipam/vrfs/']);
    service.path = '/ipam/routes/';
    later(minutes);
    expect(await paths()).toEqual(['/ipam/routes/']);
  });
});
