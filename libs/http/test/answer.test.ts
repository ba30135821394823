import { createHash } from 'node:crypto';
import { type AnswerOptions, JsonText, negotiate, problems, sendAnswer, sendProblem } from '../src';
import { call, serving } from './server';

const allow = ['GET', 'POST', 'HEAD', 'OPTIONS'];

async function answer(
  status: number,
  body: unknown,
  request: { path?: string; method?: string; accept?: string } = {},
  options: AnswerOptions = {},
) {
  let reply: Awaited<ReturnType<typeof call>> | undefined;
  await serving(
    (req, res) => sendAnswer(req, res, status, body, { negotiated: negotiate(req), allow, ...options }),
    async ({ port }) => {
      const headers: Record<string, string> = request.accept ? { accept: request.accept } : {};
      reply = await call(port, request.path ?? '/api/dcim/devices/', { method: request.method, headers });
    },
  );
  if (!reply) throw new Error('no reply');
  return reply;
}

describe('sendAnswer as JSON', () => {
  it('is compact UTF-8 with the contract’s headers', async () => {
    const { status, headers, text } = await answer(200, { name: 'Zürich', n: 1 });
    expect(status).toBe(200);
    expect(text).toBe('{"name":"Zürich","n":1}');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '24',
      'api-version': '2.1',
      allow: 'GET, POST, HEAD, OPTIONS',
      vary: 'Accept, Cookie, origin, Prefer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    expect(headers.etag).toBeUndefined();
  });

  it('is indented when asked, also when it was encoded before', async () => {
    const accept = 'application/json; indent=2';
    expect((await answer(200, { a: 1 }, { accept })).text).toBe('{\n  "a": 1\n}');
    expect((await answer(200, new JsonText('{"a":1}'), { accept })).text).toBe('{\n  "a": 1\n}');
    expect((await answer(200, new JsonText('{"a":1}'))).text).toBe('{"a":1}');
  });

  it('is left as it is when it is too large to be laid out', async () => {
    const large = new JsonText(
      `{"count":1,"next":"http://x/api/?a=1","previous":null,"results":["${'x'.repeat(3 * 1024 * 1024)}"]}`,
    );
    const accept = 'application/json; indent=8';
    expect((await answer(200, large, { accept })).text).toBe(large.text);
    const page = await answer(200, large, { accept: 'text/html' });
    expect(page.text.length).toBeLessThan(50_000);
    expect(page.text).toContain('3 MB');
    expect(page.text).toContain('href="http://x/api/?a=1"');
    const object = await answer(200, new JsonText(`{"a":"${'x'.repeat(3 * 1024 * 1024)}"}`), { accept: 'text/html' });
    expect(object.text).toContain('3 MB');
    for (const text of ['x'.repeat(9_000_000), '"'.repeat(1_900_000), '\\'.repeat(9_000_000), '<'.repeat(900_000)]) {
      const { status, text: made } = await answer(200, { a: text }, { accept: 'text/html' });
      expect(status).toBe(200);
      expect(made.length).toBeLessThan(24_000_000);
    }
  });

  it('has no body for HEAD but its length, and none at all for 204', async () => {
    const head = await answer(200, { a: 1 }, { method: 'HEAD' });
    expect(head.text).toBe('');
    expect(head.headers['content-length']).toBe('7');
    const empty = await answer(204, undefined, { method: 'DELETE' });
    expect(empty.headers['content-length']).toBeUndefined();
    expect(empty.headers['content-type']).toBeUndefined();
    expect((await answer(302, undefined, {}, { headers: { Location: '/x/' } })).headers).toMatchObject({
      location: '/x/',
      'content-length': '0',
    });
  });

  it('leaves the version out when negotiation failed or the endpoint has none', async () => {
    expect((await answer(406, {}, {}, { negotiated: undefined })).headers['api-version']).toBeUndefined();
    expect((await answer(200, {}, {}, { announceVersion: false })).headers['api-version']).toBeUndefined();
  });

  it('leaves it out where we failed', async () => {
    expect((await answer(500, {})).headers['api-version']).toBeUndefined();
    expect((await answer(503, {})).headers['api-version']).toBe('2.1');
  });
});

describe('sendAnswer as CSV', () => {
  it('sends the table as it is', async () => {
    const { headers, text } = await answer(200, 'name,id\r\na,1\r\n', { accept: 'text/csv' });
    expect(headers['content-type']).toBe('text/csv; charset=UTF-8');
    expect(text).toBe('name,id\r\na,1\r\n');
  });

  it('is saved under the name of the model, a problem too', async () => {
    const saved = async (accept: string, status: number) =>
      (await answer(status, {}, { accept }, { csvName: 'device' })).headers['content-disposition'];
    for (const status of [200, 403]) {
      expect(await saved('text/csv', status)).toBe('attachment; filename="nautobot_device_data.csv"');
      expect(await saved('application/json', status)).toBeUndefined();
    }
  });

  it('writes problems as tables', async () => {
    expect((await answer(404, { detail: 'Not "found", sorry.' }, { accept: 'text/csv' })).text).toBe(
      'detail\r\n"Not ""found"", sorry."\r\n',
    );
    expect((await answer(400, [{}, { name: ['Too long.', 'Taken.'] }], { accept: 'text/csv' })).text).toBe(
      'name\r\n\r\n"Too long.,Taken."\r\n',
    );
  });

  it('writes what is JSON already as it writes values, and nothing where there is nothing', async () => {
    const table = async (body: unknown) => (await answer(200, body, { accept: 'text/csv' })).text;
    const found = [{ name: 'a', path: { length: 2 } }, { name: 'b' }];
    expect(await table(new JsonText(JSON.stringify(found)))).toBe(await table(found));
    expect(await table(found)).toBe('name,path\r\na,"{""length"":2}"\r\nb,\r\n');
    expect([await table([]), await table(new JsonText('[]'))]).toEqual(['', '']);
  });
});

describe('sendAnswer as a page', () => {
  const hostile = '<script>alert(1)</script>"&\'';

  it('escapes everything and links only to our own addresses', async () => {
    const path = '/api/dcim/devices/?q=<script>alert(2)</script>';
    const { headers, text } = await answer(
      200,
      {
        [hostile]: hostile,
        own: 'PLACE',
        other: 'http://evil.example/',
        bad: 'javascript:alert(3)',
        n: -1.5e3,
        yes: true,
      },
      { accept: 'text/html', path: path.replaceAll('<', '%3C') },
    );
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text.match(/<script>/g)).toHaveLength(1);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('href="http://evil.example');
    expect(text).not.toContain('href="javascript:');
    expect(text).toContain('<span class="number">-1500</span>');
    expect(text).toContain('<span class="word">true</span>');
    expect(text).toContain('<span class="name">Allow:</span> GET, POST, HEAD, OPTIONS');
    expect(text).toContain('<a href="/api/dcim/">Dcim</a>');
  });

  it('links addresses below its own base, in the body and to the next page', async () => {
    let text = '';
    await serving(
      (req, res) => {
        const url = `http://${req.headers.host}/api/dcim/devices/?limit=1&offset=1`;
        sendAnswer(req, res, 200, { next: url, previous: null }, { negotiated: negotiate(req) });
      },
      async ({ port }) => {
        text = (await call(port, '/api/dcim/devices/?limit=1', { headers: { accept: 'text/html' } })).text;
      },
    );
    expect(text).toMatch(
      /<a class="text" href="http:\/\/127\.0\.0\.1:\d+\/api\/dcim\/devices\/\?limit=1&amp;offset=1">/,
    );
    expect(text).toMatch(/>Next<\/a>/);
    expect(text).toContain('href="/api/dcim/devices/?limit=1&amp;format=json"');
  });

  it('names its style and script by hash in its policy', async () => {
    const { headers, text } = await answer(200, {}, { accept: 'text/html' });
    for (const element of ['style', 'script']) {
      const content = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(text)?.[1] ?? '';
      const hash = createHash('sha256').update(content).digest('base64');
      expect(headers['content-security-policy']).toContain(`${element}-src 'sha256-${hash}'`);
    }
    expect(text).not.toMatch(/ style=| onclick=/);
  });
});

describe('sendProblem', () => {
  it('sends status, body and headers of the problem', async () => {
    await serving(
      (req, res) => sendProblem(req, res, problems.unavailable('ipam'), { negotiated: negotiate(req), allow }),
      async ({ port }) => {
        const { status, headers, text } = await call(port, '/');
        expect(status).toBe(503);
        expect(headers['retry-after']).toBe('2');
        expect(JSON.parse(text).detail).toContain('ipam');
      },
    );
  });
});
