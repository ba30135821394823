import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';

/**
 * The folder of what somebody has written, wherever links to it lead: itself, or that of an npm package, which is looked for
 * where the program was started. Throws where there is no such package.
 */
export function folderOf(from: string): string {
  if (isAbsolute(from)) return existsSync(from) ? realpathSync(from) : from;
  let folder = dirname(createRequire(join(process.cwd(), 'apps')).resolve(from));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
