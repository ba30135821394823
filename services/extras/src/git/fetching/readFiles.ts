import git from 'isomorphic-git';
import { gitLimits } from '../limits';
import type { RepositoryFile } from '../messages';
import type { Commit } from './fetchCommit';
import { FetchProblem } from './fetchProblem';

/** Reads files of a commit, as many and as large as they may be; what is left out is told. */
export interface FileReader {
  /** The files of a folder, and those of folders within down to `depth`, whose path `wanted` lets pass. */
  read(folder: string, depth: number, wanted: (path: string) => boolean): Promise<RepositoryFile[]>;
}

const symbolicLink = '120000';

/** Names that mean the same file on every system and lead out of no folder. */
const plainName = /^(?!\.)[^\\/:*?"<>|\p{Cc}]{1,200}$/u;

export function fileReader(commit: Commit, tell: (path: string, text: string) => void): FileReader {
  const { oid, ...repository } = commit;
  let entriesLeft: number = gitLimits.entries;
  let filesLeft: number = gitLimits.files;
  let bytesLeft: number = gitLimits.allFiles;

  async function entriesOf(tree: string) {
    const { tree: entries } = await git.readTree({ ...repository, oid: tree });
    entriesLeft -= entries.length;
    if (entriesLeft < 0) throw new FetchProblem(`There are more than ${gitLimits.entries} files and folders.`);
    return entries;
  }

  async function treeAt(folder: string): Promise<string | undefined> {
    let tree = oid;
    for (const part of folder.split('/')) {
      const entry = (await entriesOf(tree)).find(({ path }) => path === part);
      if (entry?.type !== 'tree') return undefined;
      tree = entry.oid;
    }
    return tree;
  }

  async function textOf(path: string, file: string): Promise<RepositoryFile[]> {
    const { blob } = await git.readBlob({ ...repository, oid: file });
    if (blob.length > gitLimits.fileSize) {
      tell(path, `The file has more than ${gitLimits.fileSize} bytes.`);
      return [];
    }
    filesLeft--;
    bytesLeft -= blob.length;
    if (filesLeft < 0 || bytesLeft < 0)
      throw new FetchProblem(`There is more to read than ${gitLimits.files} files or ${gitLimits.allFiles} bytes.`);
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(blob);
      if (!text.includes('\0')) return [{ path, text }];
      tell(path, 'The file holds null characters.');
      return [];
    } catch {
      tell(path, 'The file is not text in UTF-8.');
      return [];
    }
  }

  async function walk(tree: string, folder: string, depth: number, wanted: (path: string) => boolean) {
    const files: RepositoryFile[] = [];
    for (const entry of await entriesOf(tree)) {
      const path = `${folder}/${entry.path}`;
      if (entry.type === 'tree' && depth > 0 && plainName.test(entry.path))
        files.push(...(await walk(entry.oid, path, depth - 1, wanted)));
      if (entry.type !== 'blob' || !wanted(path)) continue;
      if (entry.mode === symbolicLink) tell(path, 'Symbolic links are not followed.');
      else if (!plainName.test(entry.path)) tell(path, 'The file has a name that not every system can use.');
      else files.push(...(await textOf(path, entry.oid)));
    }
    return files;
  }

  return {
    read: async (folder, depth, wanted) => {
      const tree = await treeAt(folder);
      return tree === undefined ? [] : walk(tree, folder, depth, wanted);
    },
  };
}
