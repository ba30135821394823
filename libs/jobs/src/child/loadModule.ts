import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { transform } from 'sucrase';

type Compile = (module: NodeModule & { _compile(code: string, file: string): void }, file: string) => void;
type Internals = {
  _extensions: Record<string, Compile>;
  _resolveFilename(request: string, ...more: unknown[]): string;
};

const ownName = '@plumbline/jobs';
const written = ['.ts', '.js', '.mjs', '.cjs'];

/**
 * Loads a file of jobs. TypeScript and modules of either kind are read alike, and what it imports as `@plumbline/jobs`
 * is this library, wherever the file lies. Files of installed packages are left to Node.
 */
export function loadModule(file: string): Record<string, unknown> {
  const internals = Module as unknown as Internals;
  const plain = { ...internals._extensions };
  for (const ending of written)
    internals._extensions[ending] = (module, path) => {
      const usual = plain[ending] ?? plain['.js'];
      if (isInstalled(path)) usual!(module, path);
      else module._compile(compiled(path), path);
    };
  const resolveFilename = internals._resolveFilename;
  internals._resolveFilename = (request, ...more) =>
    request === ownName ? resolve(__dirname, '../index.js') : resolveFilename.call(Module, request, ...more);
  return createRequire(file)(file) as Record<string, unknown>;
}

const isInstalled = (path: string): boolean =>
  /[\\/]node_modules[\\/]/.test(path) || path.startsWith(resolve(__dirname, '..'));

function compiled(path: string): string {
  const source = readFileSync(path, 'utf8');
  const transforms = path.endsWith('.ts') ? (['typescript', 'imports'] as const) : (['imports'] as const);
  const { code } = transform(source, {
    transforms: [...transforms],
    filePath: path,
    preserveDynamicImport: true,
    disableESTransforms: true,
  });
  return code;
}
