import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apps } from '@plumbline/config';

const libs = join(__dirname, '../..');

/** An application as a word of its own, or as the beginning of a model's label. */
const named = new RegExp(`['"\`](${apps.join('|')})['"\`.]`);

test.each(['engine', 'model'])('libs/%s names no application and no model of one', (library) => {
  const folder = join(libs, library, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const found = files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        named.test(line) && !/^\s*(\*|\/\*\*|\/\/)/.test(line) ? [`${name}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});
