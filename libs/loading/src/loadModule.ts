import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';

type Compile = (module: NodeModule & { _compile(code: string, file: string): void }, file: string) => void;
type Internals = {
  _extensions: Record<string, Compile>;
  _load(request: string, ...more: unknown[]): unknown;
};

/** How a module of others is loaded. */
export interface Loading {
  /** What it imports under these names is what they make, wherever the file lies. */
  libraries: Readonly<Record<string, () => unknown>>;
  /** Whether a file is read by us; all others are left to Node. */
  reads(file: string): boolean;
}

const written = ['.ts', '.js', '.mjs', '.cjs'];

/** Loads what others have written, a file or a folder. TypeScript and modules of either kind are read alike. */
export function loadModule(path: string, { libraries, reads }: Loading): Record<string, unknown> {
  const internals = Module as unknown as Internals;
  const plain = { ...internals._extensions };
  for (const ending of written)
    internals._extensions[ending] = (module, file) => {
      const usual = plain[ending] ?? plain['.js'];
      if (reads(file)) module._compile(compile(readFileSync(file, 'utf8'), file), file);
      else usual!(module, file);
    };
  const load = internals._load;
  internals._load = (request, ...more) =>
    Object.hasOwn(libraries, request) ? libraries[request]!() : load.call(Module, request, ...more);
  return createRequire(path)(path) as Record<string, unknown>;
}

/** A module of either kind, TypeScript or not, as Node's own loader takes it. */
export function compile(source: string, file: string): string {
  // Most processes read nothing of others: it is loaded by the first file that is.
  const { transform } = require('sucrase') as typeof import('sucrase');
  const transforms = /\.[cm]?ts$/.test(file) ? (['typescript', 'imports'] as const) : (['imports'] as const);
  const { code } = transform(source, {
    transforms: [...transforms],
    filePath: file,
    disableESTransforms: true,
  });
  return withHelpers(code.replaceAll(importing, 'Promise.resolve().then(() => (imported__('));
}

/** What becomes of `import(…)`: it has a file as `require` has it, unless that waits, and a package as Node imports it. */
const importing = 'Promise.resolve().then(() => _interopRequireWildcard(require(';
const helpers: readonly (readonly [used: RegExp, name: string, helper: string])[] = [
  [
    /\bimported__\(/g,
    'imported__(',
    `function imported__(name) {
      if (!/^(\\.{0,2}\\/|@plumbline\\/)/.test(name)) return import(name);
      let found;
      try { found = require(name); }
      catch (error) { if (error.code === 'ERR_REQUIRE_ASYNC_MODULE') return import(name); throw error; }
      return found && found.__esModule ? found : { ...found, default: found };
    }`,
  ],
  [
    /\bimport\.meta\b/g,
    'importMeta__',
    "var importMeta__ = { url: require('node:url').pathToFileURL(__filename).href, filename: __filename, dirname: __dirname };",
  ],
];

/** Code with what it uses in front of it, in its first line, so that all lines keep their numbers. */
function withHelpers(code: string): string {
  const strict = code.startsWith('"use strict";') ? '"use strict";' : '';
  let body = code.slice(strict.length);
  let front = '';
  for (const [used, name, helper] of helpers) {
    if (!body.match(used)) continue;
    body = body.replaceAll(used, name);
    front += helper.replace(/\s+/g, ' ');
  }
  return strict + front + body;
}
