import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { entry, missingBuild } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';

/** An address of this machine alone, of IPv6 where it has any: it stands in brackets, and is none that everybody listens on. */
const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
const { host, named } = hasIpv6 ? { host: '::1', named: '[::1]' } : { host: '127.0.0.2', named: '127.0.0.2' };

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

  it.each(missingBroker ? ['start'] : ['start', 'split'])(
    '%s says last how to go on, after all that its parts say as they begin, wherever an option has it listen',
    async (command) => {
      const data = mkdtempSync(join(folder, `${command}-`));
      const env = {
        PATH: process.env.PATH,
        PLUMBLINE_DATA: data,
        PLUMBLINE_LOG_FORMAT: 'lines',
        HOST: 'that of the option',
        PORT: 'that of the option',
      };
      const listening = await freePort();
      const options = [`--host=${host}`, `--port=${listening}`];
      const child = spawn(process.execPath, [entry, command, ...options], { env, cwd: data });
      const closed = new Promise((resolve) => child.once('close', resolve));
      let text = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
      try {
        await eventually('it and its worker have begun', 60_000, async () =>
          ['everything is kept.', 'worker ready'].every((words) => text.includes(words)),
        );
        expect(text.trimEnd().split('\n').at(-1)).toBe('Stop it with Ctrl+C; everything is kept.');
        expect(text).toContain(`Plumbline is ready at http://${named}:${listening}/\n`);
      } finally {
        child.kill('SIGTERM');
        await closed;
      }
    },
  );

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
