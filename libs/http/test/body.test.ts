import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Problem, parseBody, readBody } from '../src';

function upload(chunks: (string | Buffer)[], headers: Record<string, string> = {}): IncomingMessage {
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  return Object.assign(stream, { headers }) as unknown as IncomingMessage;
}

function detailOf(act: () => unknown): { status: number; detail: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, detail: (error.body as { detail: string }).detail };
    throw error;
  }
  throw new Error('expected a Problem');
}

const json = (text: string | Buffer) => parseBody('application/json', Buffer.from(text));

describe('readBody', () => {
  it('collects the bytes', async () => {
    expect((await readBody(upload(['{"a"', ':1}']), { limit: 100 })).toString()).toBe('{"a":1}');
    expect((await readBody(upload([]), { limit: 100 })).length).toBe(0);
  });

  it('refuses more than the limit, announced or not', async () => {
    for (const request of [upload(['x'.repeat(60), 'x'.repeat(60)]), upload(['x'], { 'content-length': '101' })]) {
      await expect(readBody(request, { limit: 100 })).rejects.toMatchObject({
        status: 413,
      });
    }
  });

  it('refuses compressed bodies', async () => {
    await expect(readBody(upload(['x'], { 'content-encoding': 'gzip' }), { limit: 9 })).rejects.toMatchObject({
      status: 415,
    });
  });

  it('says so when the client breaks off', async () => {
    const request = new Readable({ read() {} }) as unknown as IncomingMessage;
    request.headers = {};
    const reading = readBody(request, { limit: 9 });
    request.destroy();
    await expect(reading).rejects.toMatchObject({ status: 400 });
  });
});

describe('parseBody', () => {
  it('keeps whole numbers that a double would change', () => {
    const text = `[{"a":12345678901234567890,"b":-9007199254740993,"c":"\\"12345678901234567890","d":1.0000000000000001,
      "e":9007199254740991,"f":1e20,"g":[1]},5]`;
    expect(json(text)).toEqual({
      kind: 'json',
      value: [
        {
          a: '12345678901234567890',
          b: '-9007199254740993',
          c: '"12345678901234567890',
          d: 1,
          e: Number.MAX_SAFE_INTEGER,
          f: 1e20,
          g: [1],
        },
        5,
      ],
    });
    for (const data of ['{"x":[12345678901234567890]}', '[12345678901234567890]'])
      expect(() => json(`{"name":"n","data":${data}}`)).toThrow(
        expect.objectContaining({ status: 400, body: { data: [expect.stringContaining('Send them as text.')] } }),
      );
  });

  it('reads JSON and CSV, and nothing as nothing', () => {
    expect(json('{"a":[1,null,"ü"]}')).toEqual({ kind: 'json', value: { a: [1, null, 'ü'] } });
    expect(parseBody('Application/JSON; charset=utf-8', Buffer.from('null'))).toEqual({ kind: 'json', value: null });
    expect(parseBody('text/csv', Buffer.from('\ufeffname\r\nx'))).toEqual({ kind: 'csv', text: 'name\r\nx' });
    expect(parseBody('application/xml', Buffer.alloc(0))).toEqual({ kind: 'empty' });
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'refuses %s',
    (type) => {
      expect(detailOf(() => parseBody(type, Buffer.from('x')))).toEqual({
        status: 415,
        detail: `Unsupported media type "${type}" in request.`,
      });
    },
  );

  it('refuses a body that does not say what it is', () => {
    expect(detailOf(() => parseBody(undefined, Buffer.from('x'))).detail).toBe('Unsupported media type "" in request.');
  });

  it.each([
    ['{'],
    ['[1,]'],
    ['{"a":NaN}'],
    ['[Infinity]'],
    ['[-Infinity]'],
    ['{"a":1e999}'],
    [Buffer.from([0x22, 0xff, 0x22])],
    ['{"__proto__":{"admin":true}}'],
    ['{"a":[{"__proto__":1}]}'],
    ['{"constructor":{"prototype":{"admin":true}}}'],
    ['['.repeat(101) + ']'.repeat(101)],
    [`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
  ])('refuses %s', (text) => {
    const { status, detail } = detailOf(() => json(text));
    expect(status).toBe(400);
    expect(detail).toMatch(/^JSON parse error - /);
  });

  it('refuses more values than the memory should hold, whatever stands in texts', () => {
    expect(detailOf(() => json(`[${'{},'.repeat(500_000)}{}]`)).status).toBe(413);
    expect(detailOf(() => json(`[${'"a\\"",'.repeat(1_000_001)}1]`)).status).toBe(413);
    expect(() => json(`["${',[{\\"'.repeat(300_000)}"]`)).not.toThrow();
  });

  it('accepts nesting up to the limit and harmless keys', () => {
    expect(() => json('['.repeat(100) + ']'.repeat(100))).not.toThrow();
    expect(json('{"constructor":"x","prototype":{"a":1}}').kind).toBe('json');
  });
});
