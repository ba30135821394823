import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';

interface Package {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const root = join(__dirname, '../..');
const folders = [
  ...['libs', 'services'].flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name))),
  'gateway',
  'program',
].filter((folder) => existsSync(join(root, folder, 'package.json')));

const read = (folder: string): Package => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** What the files of some folders of a package import by name. */
function imported(folder: string, ...parts: string[]): string[] {
  const names = new Set<string>();
  for (const part of parts) {
    const path = join(root, folder, part);
    if (!existsSync(path)) continue;
    for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
      if (!/\.[cm]?[jt]s$/.test(entry) || entry.includes('node_modules')) continue;
      const text = readFileSync(join(path, entry), 'utf8');
      for (const [, name] of text.matchAll(
        /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\bresolve\()\s*'((?:@[\w-]+\/)?\w[\w.-]*)/g,
      ))
        names.add(name!);
    }
  }
  return [...names].filter((name) => name !== 'node' && !builtinModules.includes(name)).sort();
}

/** The folders that a configuration of the compiler refers to. */
function compiledFrom(file: string): string[] {
  const { references = [] } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { references?: { path: string }[] };
  return references.map(({ path }) => join(dirname(file), path)).sort();
}

/** Tests of what these are built from use them, which cannot be said without a circle. */
const fromAbove = ['@plumbline/extensions', '@plumbline/testkit', '@plumbline/upkeep'];

describe.each(folders)('%s', (folder) => {
  const { name, dependencies = {}, devDependencies = {}, peerDependencies = {} } = read(folder);

  test('depends on what its sources import, and on nothing else', () => {
    const used = imported(folder, 'src', 'bin', 'workers', 'jest').filter((one) => one !== name);
    // Declarations name the types of what is used, which are packages of their own.
    const isTypes = (one: string) => one.startsWith('@types/') && used.includes(one.slice('@types/'.length));
    const named = Object.keys({ ...dependencies, ...peerDependencies }).filter((one) => !isTypes(one));
    expect(named.sort()).toEqual(used);
  });

  test('has what its tests and its build import, and nothing else, for its development', () => {
    const tested = imported(folder, 'test', 'bundle').filter((one) => one !== name && !(one in dependencies));
    const known = tested.filter((one) => one in devDependencies || !fromAbove.includes(one));
    const developed = Object.keys(devDependencies).filter((one) => !(one in peerDependencies));
    expect(developed.sort()).toEqual(known);
  });

  test('is compiled after those it depends on', () => {
    const ours = folders.filter((one) => read(one).name in dependencies);
    expect(compiledFrom(join(folder, 'tsconfig.json'))).toEqual(ours.sort());
  });
});

test('all packages are compiled', () => {
  expect(compiledFrom('tsconfig.build.json')).toEqual([...folders].sort());
});

test('a package of others is asked for in one range, whoever asks', () => {
  const ranges = new Map<string, Set<string>>();
  for (const folder of ['.', ...folders]) {
    const { dependencies = {}, devDependencies = {} } = read(folder);
    for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies }))
      ranges.set(name, (ranges.get(name) ?? new Set()).add(range));
  }
  const several = [...ranges].filter(([, asked]) => asked.size > 1).map(([name, asked]) => [name, ...asked]);
  expect(several).toEqual([]);
  const anyVersion = [...ranges].filter(([name, asked]) => asked.has('*') !== name.startsWith('@plumbline/'));
  expect(anyVersion).toEqual([]);
});
