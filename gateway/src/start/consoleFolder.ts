import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the built console; undefined where it was not built. */
export function consoleFolder(): string | undefined {
  const folder = join(dirname(require.resolve('@plumbline/console/package.json')), 'dist');
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}
