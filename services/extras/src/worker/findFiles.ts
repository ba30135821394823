import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

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
const left = /(^\.|^node_modules$|\.d\.ts$|\.test\.|\.config\.)/;
const mostFiles = 1_000;
const deepest = 8;

/** The files of a folder that may have jobs; none when it is not there. */
export async function findFiles(folder: string): Promise<JobFile[]> {
  const found: JobFile[] = [];
  await walk(folder, [], found);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function walk(folder: string, inside: string[], found: JobFile[]): Promise<void> {
  const entries = await readdir(join(folder, ...inside), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (left.test(entry.name) || found.length >= mostFiles) continue;
    const parts = [...inside, entry.name];
    const file = join(folder, ...parts);
    const known = await stat(file).catch(() => undefined);
    if (known?.isDirectory() && inside.length < deepest) await walk(folder, parts, found);
    else if (known?.isFile() && endings.test(entry.name)) {
      const path = parts.join('/');
      const moduleName = path.replace(endings, '').replaceAll('/', '.');
      found.push({ moduleName, path, file, version: `${known.mtimeMs} ${known.size} ${known.ino}` });
    }
  }
}
