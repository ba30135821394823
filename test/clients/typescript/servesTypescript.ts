import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../../program/root';
import { runCommand } from '../../program/runCommand';
import { tally } from '../../program/tally';
import type { Given } from '../given';

// The repository's own compiler: the one that the generator needs takes five times as long.
const strict = [
  '--ignoreConfig',
  '--strict',
  '--noUncheckedIndexedAccess',
  '--exactOptionalPropertyTypes',
  '--noEmitOnError',
];
const target = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--types', 'node'];

/** Types are generated from the served description, and a program that uses them compiles strictly and runs. */
export function servesTypeScript(given: Given): void {
  describe('a TypeScript client by openapi-typescript', () => {
    it('compiles with --strict, and works', async () => {
      const { folder, world } = given();
      const place = join(folder, 'typescript');
      mkdirSync(place);
      copyFileSync(join(program, 'consumer.ts'), join(place, 'consumer.ts'));
      symlinkSync(installedPackages(), join(place, 'node_modules'));
      await succeed(generator, [world.description, '--output', join(place, 'api.d.ts')]);
      await succeed(join(root, 'node_modules', '.bin', 'tsc'), [
        ...strict,
        ...target,
        '--outDir',
        place,
        join(place, 'consumer.ts'),
      ]);
      const run = Date.now().toString(36);
      const output = await succeed(process.execPath, [join(place, 'consumer.js'), world.url, world.token, run]);
      const passed = output.split('\n').filter((line) => line.startsWith('ok ')).length;
      tally('a generated TypeScript client', passed, 0);
      expect(passed).toBe(5);
    });
  });
}

/** The program that is compiled, with what it needs installed beside it. */
const program = join(__dirname, 'consumer');
const generator = join(program, 'node_modules', '.bin', 'openapi-typescript');

/** The folder that openapi-fetch is installed in, wherever npm put it. */
const installedPackages = (): string =>
  dirname(dirname(createRequire(join(program, 'package.json')).resolve('openapi-fetch/package.json')));

/** What a command printed; fails with it when the command fails. */
async function succeed(command: string, args: string[]): Promise<string> {
  const { exitCode, output } = await runCommand(command, args);
  if (exitCode !== 0) throw new Error(`${command}: ${output}`);
  return output;
}
