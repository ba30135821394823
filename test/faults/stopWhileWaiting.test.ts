import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestServerAt } from '@plumbline/testkit';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { missingBuild } from '../harness/program';
import { startCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';

/** A supervisor that takes back a start while the broker is away does not have to kill what it began. */
describeUnless(missingBuild, 'a part told to stop while it waits for its broker', () => {
  let folder: string;
  let silent: Server;
  let asked = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-waiting-'));
    silent = createServer((socket) => {
      asked += 1;
      socket.on('error', () => {});
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  afterAll(() => {
    silent.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (target: string, port: number) =>
    startCommand(['start', `--target=${target}`, '--port=0', '--host=127.0.0.1'], {
      NATS_URL: `nats://127.0.0.1:${port}`,
      DATABASE_URL: onTestServerAt('postgres'),
      PLUMBLINE_DATA: folder,
    });
  const stopped = { exitCode: 0, text: expect.stringMatching(/"message":"stopping"[\s\S]*"message":"stopped"/) };

  it.each(['gateway', 'ipam'])('%s ends at once where nobody listens', async (target) => {
    const waiting = start(target, await freePort());
    await eventually('it waits', 60_000, async () => waiting.said().includes('still waiting for NATS'));
    waiting.signal('SIGTERM');
    expect(await waiting.ended).toMatchObject(stopped);
  });

  it('ends at once where the broker says nothing', async () => {
    const waiting = start('ipam', (silent.address() as AddressInfo).port);
    await eventually('it asks', 60_000, async () => asked > 0);
    waiting.signal('SIGTERM');
    expect(await waiting.ended).toMatchObject(stopped);
  });
});
