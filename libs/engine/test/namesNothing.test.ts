import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apps } from '@plumbline/config';

const libs = join(__dirname, '../..');

/** An application as a word of its own, or as the beginning of a model's label. */
const named = new RegExp(`['"\`](${apps.join('|')})['"\`.]`);

/** A key that an extension adds to objects. */
const added = /\b(custom_fields|relationships|computed_fields|notes_url)\b/;

/** The lines of a library's code, without those that are comments, in which something is. */
function linesWith(library: string, what: RegExp): string[] {
  const folder = join(libs, library, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(20);
  return files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        what.test(line) && !/^\s*(\*|\/\*\*|\/\/)/.test(line) ? [`${name}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
}

test.each(['engine', 'model'])('libs/%s names no application and no model of one', (library) => {
  expect(linesWith(library, named)).toEqual([]);
});

test('libs/engine names no key of an extension but for what versions meant that did not say', () => {
  const [older, ...others] = linesWith('engine', added);
  expect(older).toMatch(/^core\/messages\/manifestMessages\.ts:/);
  expect(others).toEqual([]);
});
