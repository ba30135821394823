import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneAtATime } from '../harness/oneAtATime';
import { runCommand } from './runCommand';

const installsWithin = 280_000;

/** A Python environment with a package from PyPI in it. */
export interface Installed {
  folder: string;
  /** Why it is not there, if it is not. */
  missing?: string;
}

/** Sees to it that a package is there (`schemathesis==4.32.5`); kept between runs, since installing takes long. */
export async function installPython(requirement: string): Promise<Installed> {
  const folder = join(tmpdir(), `plumbline-${requirement.replaceAll(/[^\w.]+/g, '-')}`);
  const done = join(folder, 'installed');
  if (existsSync(done)) return { folder };
  // Suites that run side by side want the same: one of them installs it.
  return oneAtATime(`${folder}.owner`, installsWithin, () =>
    existsSync(done) ? { folder } : install(folder, requirement, done),
  );
}

async function install(folder: string, requirement: string, done: string): Promise<Installed> {
  const made = await runCommand('python3', ['-m', 'venv', folder]);
  if (made.exitCode !== 0) return { folder, missing: `No Python environment could be made: ${made.output.trim()}` };
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', requirement];
  const installed = await runCommand(join(folder, 'bin', 'python'), pip);
  if (installed.exitCode !== 0)
    return { folder, missing: `${requirement} could not be installed: ${installed.output.trim()}` };
  writeFileSync(done, '');
  return { folder };
}
