import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startForm, type Whole } from '../harness/forms';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';
import { runCommand } from '../program/runCommand';

const strict = ['--ignoreConfig', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'];
const target = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--types', 'node'];

describeUnless(missingBuild, 'the client for TypeScript', () => {
  let folder: string;
  let whole: Whole;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-client-'));
    whole = await startForm('one', { env: { PLUMBLINE_APPS: join(root, 'examples', 'bgp') } });
  }, 120_000);
  afterAll(async () => {
    await whole?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const types = (token: string) => {
    const command = [process.execPath, join(root, 'libs/client/bin/plumblineTypes.js'), whole.url];
    return runCommand('env', [`API_TOKEN=${token}`, ...command, join(folder, 'api.d.ts')]);
  };

  it('is typed from a running server, with the models of its apps, and works', async () => {
    expect(await types('wrong')).toMatchObject({ exitCode: 1, output: expect.stringContaining('403') });
    expect(await types(whole.token)).toMatchObject({ exitCode: 0 });
    copyFileSync(join(__dirname, 'plumbline', 'program.ts'), join(folder, 'program.ts'));
    mkdirSync(join(folder, 'node_modules', '@plumbline'), { recursive: true });
    symlinkSync(join(root, 'libs', 'client'), join(folder, 'node_modules', '@plumbline', 'client'));
    symlinkSync(join(root, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
    const compiled = await runCommand(join(root, 'node_modules', '.bin', 'tsc'), [
      ...strict,
      ...target,
      '--noEmitOnError',
      '--outDir',
      folder,
      join(folder, 'program.ts'),
    ]);
    expect(compiled).toMatchObject({ exitCode: 0, output: '' });
    const { output } = await runCommand(process.execPath, [join(folder, 'program.js'), whole.url, whole.token]);
    expect(output.split('\n').filter(Boolean)).toEqual([
      'ok listsPageByPage',
      'ok keepsWhatOthersChange',
      'ok tellsWhatIsRefused',
      'ok knowsTheModelsOfApps',
    ]);
  }, 240_000);
});
