import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../program/root';

/** What npm puts beside jest, and the app kit takes from there. */
const besideJest = ['jest-runtime', 'jest-mock', '@jest/fake-timers'];

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Bytes: tests that fail say the log of each program they started. */
const maxBuffer = 64 * 2 ** 20;

/** Runs a command in a folder, without what belongs to this run of jest; throws with what it said where it fails. */
export function runIn(folder: string, command: string, words: readonly string[]): string {
  const { JEST_WORKER_ID: _, ...env } = process.env;
  const { status, signal, error, stdout, stderr } = spawnSync(command, words, {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer,
  });
  const said = `${stdout ?? ''}${stderr ?? ''}`;
  if (status !== 0)
    throw new Error(`${command} ${words.join(' ')} ended with ${status ?? signal ?? error}:\n${said.slice(-20_000)}`);
  return said;
}

/** Packs our packages into a folder, and answers the tarballs. */
export function packInto(folder: string): string[] {
  runIn(root, process.execPath, [join(root, 'bin', 'pack.mjs'), folder]);
  return readdirSync(folder).map((name) => join(folder, name));
}

/**
 * Puts packed packages where npm would, with what their manifests name of others, and what an app names for its tests: packages of
 * others are those of this repository, so that nothing is downloaded. What no manifest names is not there.
 */
export function installPacked(tarballs: readonly string[], folder: string, app: string): void {
  const modules = join(folder, 'node_modules');
  for (const tarball of tarballs) {
    const place = join(modules, '@plumbline', /^plumbline-(.*)-\d+\.\d+\.\d+\.tgz$/.exec(basename(tarball))![1]!);
    mkdirSync(place, { recursive: true });
    runIn(folder, 'tar', ['xzf', tarball, '-C', place, '--strip-components=1']);
    const { name, dependencies = {} } = readManifest(place);
    for (const one of Object.keys(dependencies).filter((other) => !other.startsWith('@plumbline/')))
      link(one, join(place, 'node_modules'), folderOf(name));
  }
  const { devDependencies = {} } = readManifest(app);
  for (const one of [...Object.keys(devDependencies), ...besideJest])
    if (!one.startsWith('@plumbline/')) link(one, modules, root);
}

/** Copies an app as it is in this repository, and nothing that lies about in it. */
export const copyApp = (app: string, folder: string): void =>
  cpSync(app, folder, { recursive: true, filter: (file) => !file.endsWith('node_modules') });

function link(name: string, modules: string, from: string): void {
  const place = join(modules, name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(found(name, from), place);
}

/** Where this repository has a package for one of its own. */
function found(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(place)) return place;
    if (folder === root) throw new Error(`${name} is not installed.`);
  }
}

/** The folder of one of our packages. */
function folderOf(name: string): string {
  const short = name.replace('@plumbline/', '');
  if (short.startsWith('service-')) return join(root, 'services', short.replace('service-', ''));
  return ['gateway', 'console', 'program'].includes(short) ? join(root, short) : join(root, 'libs', short);
}
