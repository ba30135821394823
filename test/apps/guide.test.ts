import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createTestDatabase } from '@plumbline/testkit';
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
});
