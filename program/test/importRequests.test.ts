import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openRequests, Unreachable, Unusable } from '../src/import/requests';

const patience = { firstWait: 1, longestWait: 5, giveUpAfter: 20_000, answerWithin: 20_000, silentFor: 10_000 };

test('an answer without an end is left, and not kept in memory', async () => {
  const megabyte = Buffer.alloc(1024 * 1024, ' ');
  let sent = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const go = () => {
      while (!response.destroyed && response.write(megabyte)) sent += 1;
      sent += 1;
    };
    response.on('drain', go);
    go();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { json, file } = openRequests(url, { accept: 'application/json', authorization: 'Token x' }, patience);
  const asked = json('/api/dcim/sites/');
  await expect(asked).rejects.toThrow(Unusable);
  await expect(asked).rejects.toThrow(/more than 268435456 bytes/);
  expect(sent).toBeLessThan(300);
  expect(await file('/media/endless.png')).toBeUndefined();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('whoever waits for a server hears of it, and why', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const heard: string[] = [];
  const impatience = { ...patience, giveUpAfter: 200, silentFor: 20 };
  const { json } = openRequests(
    `http://127.0.0.1:${port}`,
    { accept: 'application/json', authorization: 'Token x' },
    impatience,
    (text) => heard.push(text),
  );
  await expect(json('/api/status/')).rejects.toThrow(Unreachable);
  const [first] = heard;
  expect(first).toBe(
    `http://127.0.0.1:${port} is waited for, 0 min more at most: connect ECONNREFUSED 127.0.0.1:${port}.`,
  );
  // Less and less often.
  expect(heard.length).toBeLessThanOrEqual(4);
});

describe('what no waiting mends is told at once', () => {
  const heard: string[] = [];
  const ask = (url: string) =>
    openRequests(url, { accept: 'application/json', authorization: 'Token x' }, patience, (text) =>
      heard.push(text),
    ).json('/api/status/');
  afterEach(() => expect(heard).toEqual([]));

  test('a port that is known for something else', async () => {
    await expect(ask('http://127.0.0.1:25')).rejects.toThrow(/bad port.*give another one/);
  });

  test('a server that does not speak TLS', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(ask(`https://127.0.0.1:${port}`)).rejects.toThrow(/does not speak TLS/);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

/** A server that answers in this way, for as long as the work takes. */
async function withServer(answer: RequestListener, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const manners = { accept: 'application/json', authorization: 'Token x' };

test('a server that asks for no wait at all is left some time all the same', async () => {
  let asked = 0;
  const busy: RequestListener = (_, response) => {
    asked += 1;
    const before = new Date(Date.now() - 60_000).toUTCString();
    response.writeHead(429, { 'retry-after': asked % 2 === 0 ? '0' : before }).end();
  };
  await withServer(busy, async (url) => {
    const { json } = openRequests(url, manners, { ...patience, firstWait: 100, giveUpAfter: 450 });
    await expect(json('/api/status/')).rejects.toThrow(/the server answered 429\. Give the same command again/);
  });
  expect(asked).toBeLessThanOrEqual(5);
});

describe('a server that sends whoever asks elsewhere', () => {
  const json = (url: string) => openRequests(url, manners, patience).json('/api/status/?limit=1');

  test('is followed to another of its addresses, with the token', async () => {
    const sending: RequestListener = ({ url, headers }, response) => {
      if (url === '/here?limit=1') response.end(JSON.stringify({ token: headers.authorization }));
      else response.writeHead(301, { location: '/here?limit=1' }).end();
    };
    await withServer(sending, async (url) => expect(await json(url)).toEqual({ token: 'Token x' }));
  });

  test('is given up where that has no end', async () => {
    const circle: RequestListener = ({ url }, response) => void response.writeHead(302, { location: url }).end();
    await withServer(circle, async (url) => {
      await expect(json(url)).rejects.toThrow(/from one of its addresses to the next without end/);
    });
  });

  test('is not followed to another server: that is told', async () => {
    const secure: RequestListener = ({ url }, response) =>
      void response.writeHead(301, { location: `https://netbox.example.org${url}` }).end();
    await withServer(secure, async (url) => {
      const told = `${url}/api/status/?limit=1: it is at https://netbox.example.org: give that address.`;
      await expect(json(url)).rejects.toThrow(new Unreachable(told));
    });
    const door: RequestListener = (_, response) =>
      void response.writeHead(302, { location: 'https://door.example.org/sign-in' }).end();
    await withServer(door, async (url) => {
      await expect(json(url)).rejects.toThrow(/it sends whoever asks to https:\/\/door\.example\.org\. If that/);
    });
  });
});
