import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingBuild } from '../harness/program';
import { type Outcome, runCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';

let folder: string;
/** Nothing is fetched: what is not here fails. */
const offline = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_update_notifier: 'false' };

const shell = (command: string, args: string[], env: Record<string, string>, cwd = root): Promise<Outcome> =>
  new Promise((resolve) => {
    const all = { PATH: process.env.PATH, HOME: folder, npm_config_cache: join(folder, 'cache'), ...offline, ...env };
    const done = (error: ExecFileException | null, stdout: string, stderr: string) =>
      resolve({ exitCode: error ? Number(error.code ?? -1) : 0, text: error ? stdout + stderr : stdout });
    execFile(command, args, { env: all, cwd }, done);
  });

const { version } = JSON.parse(readFileSync(join(root, 'program', 'package.json'), 'utf8'));

describeUnless(missingBuild, 'the command plumbline', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-bin-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is there in a checkout, without asking a registry', async () => {
    expect(await shell('npx', ['plumbline', '--version'], {})).toEqual({ exitCode: 0, text: `${version}\n` });
    const help = await shell('npx', ['plumbline', 'restore', '--help'], {}, join(root, 'docs'));
    expect(help).toMatchObject({ exitCode: 0, text: expect.stringMatching(/^Usage: plumbline restore/) });
  });

  it('is there everywhere after npm link', async () => {
    const prefix = { npm_config_prefix: folder };
    expect(await shell('npm', ['link'], prefix)).toMatchObject({ exitCode: 0 });
    const linked = join(folder, 'bin', 'plumbline');
    expect(existsSync(linked)).toBe(true);
    expect(await shell(linked, ['version'], {}, folder)).toEqual({ exitCode: 0, text: `${version}\n` });
  });

  it('is on the PATH of the image', () => {
    const dockerfile = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain('ln -s /plumbline/plumbline /usr/local/bin/plumbline');
    expect(dockerfile).toMatch(/^ENTRYPOINT \["plumbline"\]$/m);
  });

  it.each([
    [['resotre', 'x'], 'There is no command "resotre"; did you mean restore? All there are: plumbline help\n'],
    [['qqqqqqqq'], 'There is no command "qqqqqqqq". All there are: plumbline help\n'],
    [['help', 'usr'], 'There is no help on "usr"; did you mean user? All there is: plumbline help\n'],
  ])('%j says what is near, and where the list is', async (args, text) => {
    expect(await runCommand(args, {})).toEqual({ exitCode: 78, text });
  });

  it.each(['doctor', 'audit', 'dump'])('%s makes no database where there is none', async (command) => {
    const { exitCode, text } = await runCommand([command], { PLUMBLINE_DATA: join(folder, 'data') });
    expect([exitCode, text]).toEqual([78, expect.stringMatching(/^There is no Plumbline in /)]);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});
