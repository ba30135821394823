import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSilentServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Outcome } from '../harness/runCommand';
import { root } from '../program/root';

/** A first start on a machine that cannot get the packages. */
describe('a first start without the registry', () => {
  let folder: string;
  let refusing: Server;
  let registry: string;
  let checkout: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-offline-'));
    checkout = join(folder, 'checkout');
    copyWhatStarts(checkout);
    refusing = createServer((_req, res) => void res.writeHead(403).end('{}')).listen(0, '127.0.0.1');
    await new Promise((resolve) => refusing.once('listening', resolve));
    registry = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    refusing.closeAllConnections();
    refusing.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (env: Record<string, string>): Promise<Outcome> =>
    new Promise((resolve) => {
      const given = { PATH: process.env.PATH, HOME: folder, npm_config_cache: join(folder, 'cache'), ...env };
      execFile('npm', ['start'], { cwd: checkout, env: given }, (error, stdout, stderr) =>
        resolve({ exitCode: error ? Number(error.code ?? -1) : 0, text: stdout + stderr }),
      );
    });

  it('says that it cannot be reached, which proxy is set and what helps, and tries no longer than a moment', async () => {
    const began = Date.now();
    const nobody = 'http://someone:secret@127.0.0.1:9/';
    const { exitCode, text } = await start({ npm_config_registry: nobody });
    expect(exitCode).toBe(1);
    expect(text).toContain('the registry http://127.0.0.1:9/ cannot be reached (ECONNREFUSED).');
    expect(text).toContain('behind a proxy, which is not set:  npm config set https-proxy');
    expect(text).toContain('npm config set registry');
    expect(text).not.toMatch(/secret|npm error|at \w+ \(/);
    expect(Date.now() - began).toBeLessThan(60_000);
    expect(existsSync(join(checkout, 'node_modules'))).toBe(false);
  });

  it('names the proxy that does not answer', async () => {
    const silent = createSilentServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const proxy = `http://someone:secret@127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { text } = await start({ npm_config_registry: 'http://registry.invalid/', npm_config_proxy: proxy });
    silent.close();
    expect(text).toMatch(/the registry http:\/\/registry\.invalid\/ cannot be reached \(\w+\)/);
    expect(text).toMatch(/behind a proxy, which is http:\/\/127\.0\.0\.1:\d+\/?:/);
    expect(text).not.toContain('secret');
  });

  it('says that it refuses', async () => {
    const { exitCode, text } = await start({ npm_config_registry: registry });
    expect([exitCode, text]).toEqual([
      1,
      expect.stringContaining(`the registry ${registry} does not give them out (E403).`),
    ]);
    expect(text).toContain('npm login');
  });
});

/** What npm and the start look at before anything is installed. */
function copyWhatStarts(checkout: string): void {
  const within = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  const packages = [...within('libs'), ...within('services'), 'gateway', 'program'];
  const files = [
    'package.json',
    'package-lock.json',
    'bin',
    'program/bin',
    ...packages.map((name) => `${name}/package.json`),
  ];
  for (const file of files) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    cpSync(join(root, file), join(checkout, file), { recursive: true });
  }
}
