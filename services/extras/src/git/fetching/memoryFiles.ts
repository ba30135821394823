import type { PromiseFsClient } from 'isomorphic-git';

type Kept = Uint8Array | 'folder';

/**
 * A file system of which nothing is left and through which nothing of the machine is reached, whatever names are used
 * in it.
 */
export function memoryFiles(): PromiseFsClient {
  const kept = new Map<string, Kept>([['/', 'folder']]);
  const missing = (path: string) => Object.assign(new Error(`${path} is not there.`), { code: 'ENOENT' });
  const found = (path: string): Kept => {
    const entry = kept.get(path);
    if (entry === undefined) throw missing(path);
    return entry;
  };
  const stat = async (path: string) => {
    const entry = found(path);
    const isFolder = entry === 'folder';
    return {
      type: isFolder ? 'dir' : 'file',
      mode: 0o100644,
      size: isFolder ? 0 : entry.length,
      ino: 0,
      mtimeMs: 0,
      ctimeMs: 0,
      isFile: () => !isFolder,
      isDirectory: () => isFolder,
      isSymbolicLink: () => false,
    };
  };
  const promises = {
    readFile: async (path: string, options?: { encoding?: string } | string) => {
      const entry = found(path);
      if (entry === 'folder') throw Object.assign(new Error(`${path} is a folder.`), { code: 'EISDIR' });
      const encoding = typeof options === 'string' ? options : options?.encoding;
      return encoding ? Buffer.from(entry).toString('utf8') : Buffer.from(entry);
    },
    writeFile: async (path: string, content: Uint8Array | string) => {
      if (kept.get(parentOf(path)) !== 'folder') throw missing(parentOf(path));
      kept.set(path, typeof content === 'string' ? Buffer.from(content) : content);
    },
    unlink: async (path: string) => {
      found(path);
      kept.delete(path);
    },
    readdir: async (path: string) => {
      found(path);
      const within = path === '/' ? '/' : `${path}/`;
      return [...kept.keys()]
        .filter((each) => each !== '/' && each.startsWith(within) && !each.slice(within.length).includes('/'))
        .map((each) => each.slice(within.length));
    },
    mkdir: async (path: string) => {
      if (kept.has(path)) throw Object.assign(new Error(`${path} is there.`), { code: 'EEXIST' });
      if (kept.get(parentOf(path)) !== 'folder') throw missing(parentOf(path));
      kept.set(path, 'folder');
    },
    rmdir: async (path: string) => {
      found(path);
      kept.delete(path);
    },
    stat,
    lstat: stat,
    readlink: async (path: string) => {
      throw missing(path);
    },
    symlink: async (_target: string, path: string) => {
      throw missing(path);
    },
  };
  return { promises };
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
