import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { startServer } from '../src';
import { call, serving, silent } from './server';

const options = { port: 0, host: '127.0.0.1', log: silent };

/** Sends raw bytes and resolves with everything that comes back. */
function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

describe('startServer', () => {
  it('passes addresses of 8,000 characters', async () => {
    await serving(
      (req, res) => res.end(String(req.url?.length)),
      async ({ port }) => expect((await call(port, `/?q=${'x'.repeat(7_996)}`)).text).toBe('8000'),
    );
  });

  it('answers what it cannot read in the shape of all errors', async () => {
    await serving(
      (_req, res) => res.end('fine'),
      async ({ port }) => {
        expect(await raw(port, 'nonsense\r\n\r\n')).toMatch(
          /^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*\{"detail":"Bad Request\."\}$/,
        );
        const long = `GET /?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`;
        expect(await raw(port, long)).toMatch(/^HTTP\/1\.1 431 /);
      },
    );
  });

  it('rejects when the port is taken', async () => {
    await serving(
      (_req, res) => res.end(),
      async ({ port }) => {
        await expect(startServer((_req, res) => res.end(), { ...options, port })).rejects.toMatchObject({
          code: 'EADDRINUSE',
        });
      },
    );
  });

  it('lets answers under way finish, refuses new ones and closes kept connections', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const server = await startServer(async (_req, res) => {
      isAsked();
      await held;
      res.end('finished');
    }, options);
    const agent = new Agent({ keepAlive: true });
    const answer = new Promise<string>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: server.port, agent }, (res) => {
        res.setEncoding('utf8').on('data', resolve);
      });
      sent.on('error', reject);
      sent.end();
    });
    await asked;
    const stopped = server.stop();
    await expect(call(server.port, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    release();
    expect(await answer).toBe('finished');
    await stopped;
    agent.destroy();
  });

  it('says farewell first: answers go on, and each tells its client to leave', async () => {
    const server = await startServer((_req, res) => res.end('fine'), { ...options, drainMilliseconds: 3_000 });
    const agent = new Agent({ keepAlive: true });
    const ask = () =>
      new Promise<string | undefined>((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port: server.port, agent }, (res) => {
          res.resume().once('end', () => resolve(res.headers.connection));
        });
        sent.on('error', reject);
        sent.end();
      });
    expect(await ask()).toBe('keep-alive');
    const stopped = server.stop();
    expect(await ask()).toBe('close');
    expect(await ask()).toBe('close');
    await stopped;
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('does not wait for clients that are not there', async () => {
    const server = await startServer((_req, res) => res.end(), { ...options, drainMilliseconds: 60_000 });
    await server.stop();
  });

  it('gives up on answers that never come', async () => {
    let arrived = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const server = await startServer(() => arrived(), { ...options, graceMilliseconds: 50 });
    const answer = call(server.port, '/');
    const outcome = expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' });
    await arrival;
    await server.stop();
    await outcome;
  });
});
