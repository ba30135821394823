import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneAtATime } from '../harness/oneAtATime';
import { root } from '../program/root';

const buildsWithin = 400_000;
const releasedFolder = join(root, 'contracts', 'released');

/** A release that neighbours may be of. */
export interface Release {
  version: string;
  commit: string;
}

const inOrder = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

/** The last one of the whole program; of a part, the last one that was released, alone or with all others. */
export function lastRelease(part?: string): Release {
  const kept = readdirSync(releasedFolder).flatMap((folder) => {
    const [, of, version] = /^(?:([a-z]+)-)?(\d.*)$/.exec(folder) ?? [];
    return version !== undefined && (of === undefined || of === part) ? [{ folder, version }] : [];
  });
  const { folder, version } = kept.sort((one, other) => inOrder(one.version, other.version)).at(-1)!;
  const { commit } = JSON.parse(readFileSync(join(releasedFolder, folder, 'release.json'), 'utf8')) as Release;
  return { version, commit };
}

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'buffer', maxBuffer: 2 ** 30 });

/** Why a release cannot be built here, if it cannot. */
export const missingRelease = ({ version, commit }: Release): string | undefined =>
  git('cat-file', '-e', `${commit}^{commit}`).status === 0
    ? undefined
    : `Commit ${commit} of release ${version} is not there: fetch the whole history (git fetch --unshallow).`;

/**
 * Builds a release beside this checkout, with the packages that are installed here; answers the program's file. It is built
 * once, by one of the suites that want it, and kept in the folder for temporary files.
 */
export async function buildRelease({ commit }: Release): Promise<string> {
  const folder = join(tmpdir(), `plumbline-release-${commit.slice(0, 12)}`);
  const built = join(folder, 'built');
  await oneAtATime(`${folder}.owner`, buildsWithin, () => {
    if (!existsSync(built)) build(commit, folder, built);
  });
  return join(folder, 'program', 'dist', 'main.js');
}

function build(commit: string, folder: string, built: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const { stdout, status } = git('archive', commit);
  if (status !== 0) throw new Error(`git archive ${commit} failed`);
  run('tar', ['-x', '-C', folder], folder, stdout);
  linkPackages(folder);
  compile(folder);
  writeFileSync(`${built}.part`, commit);
  renameSync(`${built}.part`, built);
}

/** Makes what runs of it, as bin/compile.mjs does here: its types were looked at when it was released, and nobody looks at its console. */
function compile(folder: string): void {
  const ways = [
    '--outbase=src',
    '--outdir=dist',
    '--platform=node',
    '--format=cjs',
    '--target=es2023',
    '--charset=utf8',
  ];
  for (const place of packageFolders(folder))
    if (place !== 'console' && existsSync(join(folder, place, 'src')))
      run(join(root, 'node_modules', '.bin', 'esbuild'), ['./src/**/*.ts', ...ways], join(folder, place));
  run(process.execPath, [join('bundle', 'writeBundle.mjs')], join(folder, 'program'));
}

function run(command: string, args: string[], cwd: string, input?: Buffer): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, input, encoding: 'buffer' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
}

/**
 * Gives it what is installed here, where its packages lie beside one another as here: links to files cost nothing, links to
 * folders would lead back to this checkout.
 */
function linkPackages(folder: string): void {
  for (const place of ['.', ...packageFolders(folder)]) {
    const installed = join(root, place, 'node_modules');
    if (!existsSync(installed)) continue;
    const linked = join(folder, place, 'node_modules');
    // On another file system they are copied.
    if (spawnSync('cp', ['-al', installed, linked]).status === 0) continue;
    rmSync(linked, { recursive: true, force: true });
    run('cp', ['-a', installed, linked], folder);
  }
}

/** The folders of a checkout's own packages. */
function packageFolders(folder: string): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { workspaces: string[] };
  return workspaces.flatMap((pattern) => {
    const place = pattern.replace(/\/\*$/, '');
    return place === pattern ? [place] : readdirSync(join(folder, place)).map((name) => join(place, name));
  });
}
