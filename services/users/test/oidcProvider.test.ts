import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OidcSettings } from '@plumbline/config';
import { createProvider } from '../src/signIn/oidc/provider';

/** Milliseconds that are more than what a provider says is relied on, and than one that failed is left alone. */
const longer = 3_600_001;
const later = () => jest.setSystemTime(Date.now() + longer);

/** A provider that says what it is, fails, or keeps whoever asks waiting, with what was asked of it. */
async function startProvider() {
  const provider = {
    issuer: '',
    does: 'answer' as 'answer' | 'fail' | 'wait',
    waiting: [] as ServerResponse[],
    asked: () => {},
    answer: (res: ServerResponse) => res.end(JSON.stringify({ issuer: provider.issuer, jwks_uri: provider.issuer })),
    stop: () => {},
  };
  const server = createServer((_req, res) => {
    res.setHeader('content-type', 'application/json');
    if (provider.does === 'answer') provider.answer(res);
    else if (provider.does === 'fail') res.writeHead(503).end();
    else provider.waiting.push(res);
    provider.asked();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const settings = {
    issuer: provider.issuer,
    client_id: 'plumbline',
    clock_skew: 30,
    allow_http: true,
  } as OidcSettings;
  return { provider, find: createProvider(settings, []) };
}

describe('what a provider says of itself', () => {
  beforeEach(() =>
    jest.useFakeTimers({
      doNotFake: ['setTimeout', 'clearTimeout', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
    }),
  );
  afterEach(() => jest.useRealTimers());

  test('is asked anew when it is old, and stands while the provider is away', async () => {
    const { provider, find } = await startProvider();
    const first = await find();
    expect(await find()).toBe(first);
    later();
    const second = await find();
    expect(second).not.toBe(first);
    later();
    provider.does = 'fail';
    expect(await find()).toBe(second);
    provider.stop();
  });

  test('is not waited for by anybody while the provider keeps us waiting', async () => {
    const { provider, find } = await startProvider();
    const first = await find();
    later();
    provider.does = 'fail';
    expect(await find()).toBe(first);
    later();
    provider.does = 'wait';
    const asked = new Promise<void>((resolve) => {
      provider.asked = resolve;
    });
    expect(await Promise.race([find(), asked])).toBe(first);
    await asked;
    expect(await find()).toBe(first);
    expect(provider.waiting).toHaveLength(1);
    provider.answer(provider.waiting[0]!);
    while ((await find()) === first) await new Promise(setImmediate);
    provider.stop();
  });
});
