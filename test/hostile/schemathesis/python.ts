import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../program/run-command';

const requirement = 'schemathesis==4.32.5';
/** Kept between runs, since installing takes longer than a short run. */
const folder = join(tmpdir(), `plumbline-${requirement.replace('==', '-')}`);

/** Where schemathesis is installed; installs it when it is not. */
export interface Installed {
  command: string;
  /** Why it is not there, if it is not. */
  missing?: string;
}

/** Sees to it that schemathesis is there. */
export async function installSchemathesis(): Promise<Installed> {
  const command = join(folder, 'bin', 'schemathesis');
  if (existsSync(command)) return { command };
  const made = await runCommand('python3', ['-m', 'venv', folder]);
  if (made.exitCode !== 0) return { command, missing: `No Python environment could be made: ${made.output.trim()}` };
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', requirement];
  const installed = await runCommand(join(folder, 'bin', 'python'), pip);
  if (installed.exitCode === 0) return { command };
  return { command, missing: `${requirement} could not be installed: ${installed.output.trim()}` };
}
