import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../program/root';

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .trim()
  .split('\n')
  .filter(
    (file) => /^((libs|services)\/[^/]+|gateway|program|console)\/src\//.test(file) && !file.endsWith('/index.ts'),
  )
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const exported =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** Where each package exports each name, outside its indexes. */
const places = new Map<string, string[]>();
for (const { file, text } of sources)
  for (const name of new Set([...text.matchAll(exported)].map(([, each]) => each!))) {
    const key = `${file.split('/src/')[0]}: ${name}`;
    places.set(key, [...(places.get(key) ?? []), file]);
  }

it('finds what packages export', () => {
  expect(places.size).toBeGreaterThan(1000);
});

it('no name is exported twice in a package', () => {
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});

it('names in the list of words are those of the code', () => {
  const words = readFileSync(join(root, 'docs/words.md'), 'utf8');
  const named = [...words.matchAll(/`([a-z]*[A-Z]\w+)`/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(8);
  const names = new Set([...places.keys()].map((key) => key.split(': ')[1]));
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});
