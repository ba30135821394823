import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { patientFetch } from '../src/patientFetch';

const patience = { attempts: 3, firstWait: 5, longestWait: 2_000 };

describe('a patient request', () => {
  let server: Server;
  let url: string;
  let statuses: (number | 'cut')[];
  let headers: Record<string, string>;
  const seen: { method: string | undefined; key: unknown; body: string; time: number }[] = [];

  async function note(request: IncomingMessage): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    seen.push({ method: request.method, key: request.headers['idempotency-key'], body, time: Date.now() });
  }

  beforeAll(async () => {
    server = createServer((request, response) => {
      void note(request).then(() => {
        const status = statuses.shift() ?? 200;
        if (status === 'cut') request.socket.destroy();
        else response.writeHead(status, status === 200 ? {} : headers).end('told');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    seen.length = 0;
    headers = {};
  });

  it('is sent again when the server says later, as late as it says', async () => {
    statuses = [503];
    headers = { 'Retry-After': '1' };
    const answer = await patientFetch(patience)(new Request(url));
    expect([answer.status, await answer.text(), seen.length]).toEqual([200, 'told', 2]);
    expect(seen[1]!.time - seen[0]!.time).toBeGreaterThanOrEqual(990);
    expect(seen[0]!.key).toBeUndefined();
  });

  it('writes under one key, whatever becomes of the connection', async () => {
    statuses = ['cut', 429];
    const answer = await patientFetch(patience)(new Request(url, { method: 'POST', body: '{"name":"one"}' }));
    expect(answer.status).toBe(200);
    expect(seen.map(({ body }) => body)).toEqual(['{"name":"one"}', '{"name":"one"}', '{"name":"one"}']);
    expect(seen[0]!.key).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
  });

  it('ends with what it was answered last', async () => {
    statuses = [503, 502, 504];
    expect((await patientFetch(patience)(new Request(url, { method: 'DELETE' }))).status).toBe(504);
    expect(seen).toHaveLength(3);
    statuses = ['cut', 'cut', 'cut'];
    await expect(patientFetch(patience)(new Request(url))).rejects.toThrow('fetch failed');
    statuses = [400];
    seen.length = 0;
    expect((await patientFetch(patience)(new Request(url))).status).toBe(400);
    expect(seen).toHaveLength(1);
  });

  it('stops waiting when nobody wants the answer any more', async () => {
    statuses = [503];
    headers = { 'Retry-After': '60' };
    const given = new AbortController();
    const asked = patientFetch(patience, async (request) => {
      const answer = await fetch(request);
      given.abort(new Error('enough'));
      return answer;
    })(new Request(url, { signal: given.signal }));
    await expect(asked).rejects.toThrow('enough');
    expect(seen).toHaveLength(1);
  });
});
