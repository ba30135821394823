import { spawnSync } from 'node:child_process';

/** What git answers; undefined when it cannot. */
function ask(root: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  return status === 0 ? stdout : undefined;
}

const commitOf = (root: string, name: string): string | undefined =>
  ask(root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`)?.trim();

/**
 * The commit that a checkout is compared with: the one that is named; else where its branch left the main one; else its
 * parent. Undefined where there is none, as in a clone of the last commit alone.
 */
export function commitBefore(root: string, name?: string): string | undefined {
  if (name !== undefined) return commitOf(root, name);
  const head = commitOf(root, 'HEAD');
  const left = ['origin/main', 'main']
    .map((main) => ask(root, 'merge-base', 'HEAD', main)?.trim())
    .find((base) => base !== undefined && base !== head);
  return left ?? commitOf(root, 'HEAD^');
}

/** A commit in one line. */
export const titleOf = (root: string, commit: string): string =>
  ask(root, 'log', '-1', '--format=%h (%s)', commit)!.trim();

/** The files that a commit has in a folder. */
export const filesAt = (root: string, commit: string, folder: string): string[] =>
  (ask(root, 'ls-tree', '--name-only', commit, `${folder}/`) ?? '').split('\n').filter((file) => file !== '');

/** A file of a commit; undefined where it has none of this name. */
export const textAt = (root: string, commit: string, file: string): string | undefined =>
  ask(root, 'show', `${commit}:${file}`);
