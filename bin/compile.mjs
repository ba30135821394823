// Compiles the TypeScript of every package to JavaScript, without looking at types: node bin/compile.mjs
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const { references } = JSON.parse(readFileSync(join(root, 'tsconfig.build.json'), 'utf8'));
await Promise.all(references.map(({ path }) => compile(join(root, path))));

/** Writes `dist` of a package from its `src`: what has changed, so that nothing is read half written that is as it was. */
async function compile(folder) {
  const [source, dist] = [join(folder, 'src'), join(folder, 'dist')];
  const { outputFiles } = await build({
    entryPoints: filesIn(source).filter((file) => file.endsWith('.ts')),
    outbase: source,
    outdir: dist,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'es2023',
    tsconfig: join(folder, 'tsconfig.json'),
    sourcemap: true,
    sourcesContent: false,
    charset: 'utf8',
    logLevel: 'warning',
  });
  const wanted = new Set(outputFiles.map(({ path }) => path));
  const bundle = join(dist, 'bundle', '/');
  for (const file of filesIn(dist))
    if (/\.js(\.map)?$/.test(file) && !file.startsWith(bundle) && !wanted.has(file)) rmSync(file);
  for (const { path, contents } of outputFiles) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}

/** The files below a folder; none where it is not there. */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
