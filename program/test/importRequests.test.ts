import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openRequests, Unusable } from '../src/import/requests';

const patience = { firstWait: 1, longestWait: 5, giveUpAfter: 20_000, answerWithin: 20_000 };

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
