import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allDefinitions, fileVariable } from '../../libs/config/src/definitions';
import { readCommand } from '../../program/src/command/readCommand';
import { composeFolder } from '../operations/compose/readCompose';
import { root } from '../program/root';

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root })
  .toString()
  .trim()
  .split('\n')
  // What was said of earlier versions stays as it was said.
  .filter((page) => page !== 'CHANGELOG.md')
  .map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }));

/** What is no setting of the program: of compose, of the chart, and of tests. */
const others = [
  ...readFileSync(join(composeFolder, 'compose.yaml'), 'utf8').matchAll(/\$\{(PLUMBLINE_\w+):-/g),
  ...execFileSync('git', ['grep', '-hoE', 'process\\.env\\.PLUMBLINE_\\w+', '--', '*.ts'], { cwd: root })
    .toString()
    .matchAll(/(PLUMBLINE_\w+)/g),
].map(([, name]) => name!);
const variables = allDefinitions.flatMap(({ variable }) => variable ?? []);

/** The files in TypeScript that a page has its readers write, with what stands in them; those of an app are apart. */
const codeIn = (text: string): { file: string; code: string }[] =>
  [...text.matchAll(/^`([\w./-]+\.ts)`:\n\n```ts\n(.*?)```/gms)]
    .map(([, file, code]) => ({ file: file!, code: code! }))
    .filter(({ file }) => /^(libs|services)\//.test(file));

describe.each(pages)('$page', ({ page, text }) => {
  it('names settings there are', () => {
    const named = [...text.matchAll(/\bPLUMBLINE_[A-Z][A-Z_]*[A-Z]\b/g)].map(([name]) => name);
    const known = [...variables, ...variables.map(fileVariable), ...others];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('names commands there are', () => {
    const named = [...text.matchAll(/(?:program\/dist\/main\.js|--rm(?: -T)? toolbox) ([a-z-]+)/g)].map(
      ([, word]) => word!,
    );
    expect(named.filter((word) => !word.startsWith('--') && readCommand([word]).name !== word)).toEqual([]);
  });

  it('leads to files there are', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link]) => link!);
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  it('imports files there are, in what it would have written into a folder of ours', () => {
    const missing = codeIn(text).flatMap(({ file, code }) =>
      [...code.matchAll(/ from '(\.[^']*)'/g)].flatMap(([, path]) => {
        const named = join(root, dirname(file), path!);
        return existsSync(`${named}.ts`) || existsSync(join(named, 'index.ts')) ? [] : [`${file}: ${path}`];
      }),
    );
    expect(missing).toEqual([]);
  });
});
