import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingBroker } from '../harness/broker';
import { missingBuild } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';
import { expectToGoOn, startFirst } from './startFirst';

/** What somebody meets who starts it for the first time, on a machine that is not quite ready for it. */
describeUnless(missingBuild, 'a first start', () => {
  let folder: string;
  let neighbour: Server;
  let port: number;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-first-'));
    neighbour = createServer().listen(0, '0.0.0.0');
    await new Promise((resolve) => neighbour.once('listening', resolve));
    port = (neighbour.address() as { port: number }).port;
  });
  afterAll(() => {
    neighbour.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['start', 'split'])(
    '%s on a port that is taken says so in a sentence, and makes nothing',
    async (command) => {
      const { exitCode, text } = await runCommand([command], { PLUMBLINE_DATA: folder, PORT: String(port) });
      expect(exitCode).toBe(1);
      expect(text.trim()).toBe(
        `Port ${port} of 0.0.0.0 is taken by another program. Stop that one, or choose another port: ` +
          `PORT=${port + 1} npm start, or --port ${port + 1}.`,
      );
      expect(readdirSync(folder)).not.toContain('postgres');
    },
  );

  // One process of everything says it in idle.test.ts, where it is then left alone.
  describeUnless(missingBroker, 'in parts', () => {
    it('says last how to go on, after all that its parts say as they begin, wherever an option has it listen', async () => {
      const started = await startFirst('split', mkdtempSync(join(folder, 'split-')));
      await started.stop();
      expectToGoOn(started);
    });
  });

  it('on an address of another machine says so too', async () => {
    const { exitCode, text } = await runCommand(['start'], { PLUMBLINE_DATA: folder, HOST: '192.0.2.1', PORT: '0' });
    expect([exitCode, text.trim()]).toEqual([
      1,
      '192.0.2.1 is not an address of this machine. Set HOST to one that is, or to 0.0.0.0 for all of them.',
    ]);
  });

  it('at a name that stands for no address says so too', async () => {
    const env = { PLUMBLINE_DATA: folder, HOST: 'nowhere.invalid', PORT: '0' };
    const { exitCode, text } = await runCommand(['start'], env);
    expect([exitCode, text.trim()]).toEqual([
      1,
      expect.stringMatching(/^nowhere\.invalid stands for no address \(\w+\)\. Set HOST to an address of this machine/),
    ]);
  });
});
