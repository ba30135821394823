import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { createConsolePages } from '../src/console/consolePages';
import { keepRecord } from '../src/requestRecord';

const script = 'console.log("plumb");'.repeat(100);

describe('the files of the console', () => {
  let folder: string;
  let server: Server;
  let base: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-console-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html>');
    for (const name of ['app-1.js', 'gone-1.js']) {
      writeFileSync(join(folder, 'assets', name), script);
      writeFileSync(join(folder, 'assets', `${name}.br`), brotliCompressSync(script));
    }
    const app = express();
    app.use((_req, res, next) => {
      keepRecord(res, { requestId: 'r', client: '::1', route: '', started: 0, cost: { sql: 0, bus: 0 } });
      next();
    });
    app.use(createConsolePages(folder).files);
    app.use((_req, res) => void res.status(404).end());
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (path: string, encoding: string) => fetch(base + path, { headers: { 'accept-encoding': encoding } });

  test.each([
    ['br', 'br'],
    ['identity', null],
  ])('are sent in an encoding that is taken: %s', async (accepted, sent) => {
    const answer = await ask('/assets/app-1.js', accepted);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-encoding')).toBe(sent);
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toBe(script);
  });

  test('may go while it runs, as when it is built anew: the answer is 404, and the next is given', async () => {
    for (const name of ['gone-1.js', 'gone-1.js.br']) rmSync(join(folder, 'assets', name));
    expect((await ask('/assets/gone-1.js', 'br')).status).toBe(404);
    expect((await ask('/assets/gone-1.js', 'identity')).status).toBe(404);
    expect((await ask('/assets/app-1.js', 'br')).status).toBe(200);
  });

  test('are those of the folder alone', async () => {
    for (const path of ['/assets/../index.html', '/assets/%2e%2e/index.html', '/assets/..%2findex.html', '/assets/'])
      expect((await ask(path, 'identity')).status).toBe(404);
  });
});
