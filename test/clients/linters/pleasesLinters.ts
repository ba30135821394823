import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLong } from '../../harness/long';
import { root } from '../../program/root';
import { runCommand } from '../../program/runCommand';
import { sayUntested } from '../../program/sayUntested';
import type { Given } from '../given';

/**
 * What linters call errors and the contract wants: paths end with a slash, and jobs are found by name at paths that
 * equal those by id, under names of operations that generated clients use.
 */
const wanted = {
  redocly: ['no-identical-paths /extras/jobs/', 'no-path-trailing-slash /'],
  spectral: ['path-params /extras/jobs/'],
};

/** The kinds of errors, each with the beginning of the paths they are found at. */
const kindsOf = (found: { rule: string; path: string }[]): string[] =>
  [...new Set(found.map(({ rule, path }) => `${rule} ${rule === 'no-path-trailing-slash' ? '/' : path}`))].sort();

/** The path an error is about, without what follows the list's name. */
const listOf = (path: string): string => path.replace(/\{.*$/, '');

/** Where spectral is kept between runs: it is large, and only the long form needs it. */
const spectralFolder = join(tmpdir(), 'plumbline-spectral-6.16.3');

/** A linter by linter: no error but those that the contract wants. */
export function pleasesLinters(given: Given): void {
  describe('linters of the description', () => {
    it('redocly finds no error', async () => {
      const { result } = await runCommand(join(root, 'node_modules', '.bin', 'redocly'), [
        'lint',
        given().world.description,
        '--extends=recommended',
        '--format=json',
        '--max-problems=100000',
      ]);
      const { problems } = JSON.parse(result) as {
        problems: { ruleId: string; severity: string; location: { pointer?: string }[] }[];
      };
      const errors = problems
        .filter(({ severity }) => severity === 'error')
        .map(({ ruleId, location }) => ({ rule: ruleId, path: listOf(pathIn(location[0]?.pointer ?? '')) }));
      expect(kindsOf(errors)).toEqual(wanted.redocly);
    });

    it('spectral finds no error', async () => {
      if (!isLong) return sayUntested('the description by spectral', 'It runs with npm run test:clients.');
      const { folder, world } = given();
      const command = await installSpectral();
      const rules = join(folder, 'spectral.yaml');
      const report = join(folder, 'spectral.json');
      writeFileSync(rules, 'extends: ["spectral:oas"]\n');
      const { output } = await runCommand(command, [
        'lint',
        world.description,
        '-r',
        rules,
        '-f',
        'json',
        '-o',
        report,
      ]);
      if (!existsSync(report)) throw new Error(output);
      const found = JSON.parse(readFileSync(report, 'utf8')) as { code: string; severity: number; path: string[] }[];
      const errors = found
        .filter(({ severity }) => severity === 0)
        .map(({ code, path }) => ({ rule: code, path: listOf(path[1] ?? '') }));
      expect(kindsOf(errors)).toEqual(wanted.spectral);
    });
  });
}

/** The path of the API that a JSON pointer leads to. */
const pathIn = (pointer: string): string => (pointer.split('/')[2] ?? '').replaceAll('~1', '/').replaceAll('~0', '~');

/** Sees to it that spectral is there; fails with what npm says when it cannot be. */
async function installSpectral(): Promise<string> {
  const command = join(spectralFolder, 'node_modules', '.bin', 'spectral');
  if (existsSync(command)) return command;
  mkdirSync(spectralFolder, { recursive: true });
  const { exitCode, output } = await runCommand('npm', [
    'install',
    '--prefix',
    spectralFolder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '@stoplight/spectral-cli@6.16.3',
  ]);
  if (exitCode !== 0) throw new Error(`spectral could not be installed from the npm registry: ${output.trim()}`);
  return command;
}
