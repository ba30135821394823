import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startPlumbline } from '@plumbline/app-kit';
import { createTestDatabase } from '@plumbline/testkit';
import { loadedApps } from '../../libs/config/src/loadedApps';
import { answersExamples, missingForExamples } from '../docs/answersExamples';
import { startForm, type Whole } from '../harness/forms';
import { missingBuild } from '../harness/program';
import { runCommand as runPlumbline } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';
import { runCommand } from '../program/runCommand';

const newApp = join(root, 'libs', 'app-kit', 'bin', 'newApp.js');
const page = 'docs/guides/write-an-app.md';
const missing = missingBuild ?? (missingForExamples === '' ? undefined : `Not installed: ${missingForExamples}.`);

/** The files that the guide has its reader write, by their places. */
function filesOfGuide(): [file: string, text: string][] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^`(apps\/\S+\.ts)`:\n\n```ts\n(.*?)```/gms)].map(([, file, code]) => [file!, code!]);
}

describeUnless(missing, 'whoever follows the guide to writing an app', () => {
  let folder: string;
  let program: Whole;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-guide-'));
    const app = join(folder, 'apps', 'firewalls');
    const begun = await runCommand(process.execPath, [newApp, 'firewalls', app]);
    expect(begun).toMatchObject({ exitCode: 0, output: expect.stringContaining('npx plumbline start') });
    for (const [file, text] of filesOfGuide()) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    for (const file of ['src/models/thing.ts', 'migrations/0001_models.sql']) rmSync(join(app, file));
    const env = { PLUMBLINE_APPS: app };
    const database = await createTestDatabase();
    try {
      const drafted = await runPlumbline(['draft', 'models'], { ...env, DATABASE_URL: database.url });
      expect(drafted).toMatchObject({ exitCode: 0, text: expect.stringContaining('0001_models.sql') });
    } finally {
      await database.drop();
    }
    program = await startForm('one', { env });
  });
  afterAll(async () => {
    await program?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  answersExamples(page, () => program);
});

test('an app begins with what works, under a name that it may have', async () => {
  const begin = (...words: string[]) => runCommand(process.execPath, [newApp, ...words]);
  expect(await begin('Fire-walls')).toMatchObject({ exitCode: 1, output: expect.stringContaining('small letters') });
  expect(await begin('firewalls', root)).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('there already'),
  });
  const folder = join(mkdtempSync(join(tmpdir(), 'plumbline-begun-')), 'my-fw');
  const begun = await begin('firewalls', folder);
  const [, apps] = /PLUMBLINE_APPS=(\S+)/.exec(begun.output)!;
  expect(loadedApps().parse(apps)).toEqual([{ name: 'firewalls', from: folder }]);
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('PLUMBLINE_APPS=firewalls=.\n');
  // The program is told of the folder in its image, where jobs are too.
  expect(readFileSync(join(folder, '.dockerignore'), 'utf8')).toContain('\n!jobs\n');
  rmSync(dirname(folder), { recursive: true });
});

describeUnless(missingBuild, 'a test of an app', () => {
  const variable = 'PLUMBLINE_TEST_DATABASE_URL';
  const named = process.env[variable];
  afterEach(() => {
    process.env[variable] = named;
  });

  /** The servers of this process that were begun for tests of apps. */
  const servers = () =>
    execFileSync('ps', ['-A', '-o', 'ppid=', '-o', 'args='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => Number.parseInt(line, 10) === process.pid && line.includes('plumbline-app-tests-'));

  it('leaves no server behind where Plumbline does not start', async () => {
    delete process.env[variable];
    const service = { app: 'worker', models: [] } as unknown as Parameters<typeof startPlumbline>[1]['service'];
    const folder = join(root, 'nowhere');
    await expect(startPlumbline('one', { folder, service })).rejects.toThrow(/did not start[\s\S]*PLUMBLINE_APPS/);
    expect(process.env[variable]).toBeUndefined();
    expect(servers()).toEqual([]);
  });
});
