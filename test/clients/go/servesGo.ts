import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLong } from '../../harness/long';
import { installPython } from '../../program/installPython';
import { runCommand } from '../../program/runCommand';
import { sayUntested } from '../../program/sayUntested';
import { tally } from '../../program/tally';
import type { Given } from '../given';

/** How the Go client of the contract is generated: enumerations named after their classes, and keys that came later allowed. */
const recipe = {
  generatorName: 'go',
  packageName: 'plumbline',
  gitHost: 'example.org',
  gitUserId: 'plumbline',
  gitRepoId: 'client',
  globalProperty: { apiDocs: 'false', modelDocs: 'false', apiTests: 'false', modelTests: 'false' },
  additionalProperties: { disallowAdditionalPropertiesIfNotPresent: 'false', enumClassPrefix: true },
};

const goModule = `module example.org/plumbline/decode

go 1.21

require example.org/plumbline/client v0.0.0

replace example.org/plumbline/client => ./client
`;

interface Decoded {
  operation: string;
  decoded: number;
  failures: string[];
}

/** A Go client is generated from the served description, compiles, and decodes every list and every object. */
export function servesGo(given: Given): void {
  describe('a Go client by openapi-generator', () => {
    it('compiles, and decodes every list and object without losing anything', async () => {
      if (!isLong) return sayUntested('a generated Go client', 'It runs with npm run test:clients.');
      const { folder, world } = given();
      const place = join(folder, 'go');
      await generate(world.description, place);
      const inFolder = (...args: string[]) => succeed('go', ['-C', place, ...args]);
      await inFolder('mod', 'tidy');
      await inFolder('build', '-o', 'decode', '.');
      const output = await succeed(join(place, 'decode'), [world.url, world.token]);
      const told = output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Decoded);
      expect(told.filter(({ failures }) => failures.length > 0)).toEqual([]);
      expect(told.filter(({ operation }) => operation.endsWith('List')).length).toBe(await listsIn(given));
      // What there is nothing of was not tried.
      const empty = told.filter(({ operation, decoded }) => operation.endsWith('List') && decoded === 0);
      expect(empty.map(({ operation }) => operation).sort()).toEqual([]);
      tally(
        'objects that a generated Go client decoded',
        told.reduce((sum, { decoded }) => sum + decoded, 0),
        0,
      );
    }, 1_800_000);
  });
}

/** The client in Go, and the program that uses it. */
async function generate(description: string, place: string): Promise<void> {
  const { folder, missing } = await installPython('openapi-generator-cli==7.8.0');
  if (missing) throw new Error(missing);
  mkdirSync(place);
  writeFileSync(join(place, 'go.mod'), goModule);
  copyFileSync(join(__dirname, 'decode.go'), join(place, 'decode.go'));
  writeFileSync(join(place, 'recipe.json'), JSON.stringify(recipe));
  const files = ['-c', join(place, 'recipe.json'), '-i', description, '-o', join(place, 'client')];
  const enumerations = ['--inline-schema-options', 'RESOLVE_INLINE_ENUMS=true'];
  await succeed(join(folder, 'bin', 'openapi-generator-cli'), ['generate', ...files, ...enumerations]);
}

/** How many lists the API has: all that need no more than who asks. */
async function listsIn(given: Given): Promise<number> {
  const { body } = await given().world.client.must(200, 'GET', 'swagger.json');
  return Object.entries<{ get?: { operationId: string; parameters?: { required?: boolean }[] } }>(body.paths).filter(
    ([path, { get }]) =>
      get?.operationId.endsWith('_list') &&
      !path.includes('{') &&
      !get.parameters?.some(({ required }) => required === true),
  ).length;
}

/** What a command printed; fails with it, or with the command's name where that is missing. */
async function succeed(command: string, args: string[]): Promise<string> {
  const { exitCode, output } = await runCommand(command, args);
  if (exitCode !== 0) throw new Error(`${command} ${args[0]}: ${output.slice(-4_000)}`);
  return output;
}
