import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from '../../program/root';

/** A build of another version: what was built here, copied, with the version told to be another. */
export interface NextBuild {
  entry: string;
  version: string;
  remove(): void;
}

/** What a package needs to run; its sources and tests stay. */
const runs = ['dist', 'migrations', 'workers', 'node_modules', 'package.json'];

/** Copies the built packages into a folder of their own, which finds packages of others where they are. */
export function makeNextBuild(version: string): NextBuild {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-next-'));
  const packages = ['console', 'gateway', 'program', ...below('libs'), ...below('services')];
  for (const one of packages)
    for (const part of runs)
      if (existsSync(join(root, one, part)))
        cpSync(join(root, one, part), join(folder, one, part), { recursive: true });
  linkPackages(folder);
  const manifest = join(folder, 'program', 'package.json');
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }));
  return {
    entry: join(folder, 'program', 'dist', 'main.js'),
    version,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const below = (folder: string): string[] => readdirSync(join(root, folder)).map((name) => join(folder, name));

/** Our own packages are those of the copy, all others those that are installed. */
function linkPackages(folder: string): void {
  const installed = join(root, 'node_modules');
  cpSync(join(installed, '@plumbline'), join(folder, 'node_modules', '@plumbline'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => basename(source) !== 'node_modules',
  });
  for (const name of readdirSync(installed))
    if (name !== '@plumbline' && name !== '.bin')
      symlinkSync(join(installed, name), join(folder, 'node_modules', name));
}
