import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { notThere, unlessCode } from './unlessCode';

/** A file that may have jobs. */
export interface JobFile {
  /** What its jobs are listed by: the path without its ending, with dots. */
  moduleName: string;
  /** Below the folder. */
  path: string;
  file: string;
  /** Changes when the file does. */
  version: string;
}

const endings = /\.(ts|js|mjs|cjs)$/;
const left = /(^\.|^node_modules$|^lost\+found$|\.d\.ts$|\.test\.|\.config\.)/;
const mostFiles = 1_000;
const deepest = 8;

/** Hears of a folder with more files than are looked at. */
export type TellOfLimit = (folder: string) => void;

/**
 * The files of a folder that may have jobs; none when it is not there. Throws when it cannot be read just then: nobody is
 * to take that for an empty one.
 */
export async function findFiles(folder: string, tellOfLimit: TellOfLimit): Promise<JobFile[]> {
  const found: JobFile[] = [];
  await walk(folder, [], found);
  if (found.length > mostFiles) {
    found.pop();
    tellOfLimit(folder);
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function walk(folder: string, inside: string[], found: JobFile[]): Promise<void> {
  const entries = await readdir(join(folder, ...inside), { withFileTypes: true }).catch(unlessCode(notThere, []));
  for (const entry of entries) {
    if (left.test(entry.name) || found.length > mostFiles) continue;
    const parts = [...inside, entry.name];
    const file = join(folder, ...parts);
    const known = await stat(file).catch(unlessCode(notThere, undefined));
    if (known?.isDirectory() && inside.length < deepest) await walk(folder, parts, found);
    else if (known?.isFile() && endings.test(entry.name)) {
      const path = parts.join('/');
      const moduleName = path.replace(endings, '').replaceAll('/', '.');
      found.push({ moduleName, path, file, version: `${known.mtimeMs} ${known.size} ${known.ino}` });
    }
  }
}
