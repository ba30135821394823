import { request } from 'node:http';
import { streamAnswer } from '../src';
import { call, serving } from './server';

const headers = { 'Content-Disposition': 'attachment' };

/** Serves texts and tells what came of it. */
async function streaming(
  texts: () => AsyncIterable<string>,
  use: (port: number) => Promise<void>,
): Promise<PromiseSettledResult<void>[]> {
  const outcomes: Promise<void>[] = [];
  await serving(
    (req, res) => {
      const outcome = streamAnswer(req, res, texts(), { headers });
      outcome.catch(() => res.destroy());
      outcomes.push(outcome);
    },
    ({ port }) => use(port),
  );
  return Promise.allSettled(outcomes);
}

describe('streamAnswer', () => {
  it('sends one text after the other as one table', async () => {
    async function* texts() {
      yield 'name\r\n';
      yield 'Zürich\r\n';
    }
    await streaming(texts, async (port) => {
      const reply = await call(port, '/');
      expect(reply).toMatchObject({ status: 200, text: 'name\r\nZürich\r\n' });
      expect(reply.headers).toMatchObject({
        'content-type': 'text/csv; charset=UTF-8',
        'content-disposition': 'attachment',
        'transfer-encoding': 'chunked',
        'x-content-type-options': 'nosniff',
      });
      expect(reply.headers).not.toHaveProperty('content-length');
    });
  });

  it('sends the headers alone to HEAD', async () => {
    const texts = jest.fn(async function* () {
      yield 'name\r\n';
    });
    await streaming(texts, async (port) => {
      expect(await call(port, '/', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    });
  });

  it('breaks off what fails half-way, so that it does not look complete', async () => {
    async function* texts() {
      yield 'name\r\n';
      throw new Error('lost');
    }
    const outcomes = await streaming(texts, async (port) => {
      await expect(call(port, '/')).rejects.toThrow();
    });
    expect(outcomes).toEqual([{ status: 'rejected', reason: new Error('lost') }]);
  });

  it('makes no more than the client takes, and stops when it leaves', async () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    let made = 0;
    let ended: () => void;
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    async function* texts() {
      try {
        for (; made < 1_000; made++) yield megabyte;
      } finally {
        ended();
      }
    }
    const outcomes = await streaming(texts, async (port) => {
      await new Promise<void>((resolve) => {
        const sent = request({ host: '127.0.0.1', port, agent: false }, async (res) => {
          for await (const chunk of res) if (chunk.length > 0) break;
          resolve();
        });
        sent.on('error', () => undefined).end();
      });
      await end;
    });
    expect(made).toBeLessThan(200);
    expect(outcomes).toEqual([{ status: 'fulfilled', value: undefined }]);
  });
});
