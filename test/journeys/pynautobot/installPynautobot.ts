import { join } from 'node:path';
import { runCommand } from '../../program/runCommand';

const requirement = 'pynautobot>=2,<3';

/** Makes an environment with the client in it; answers what stands in the way. */
export async function installPynautobot(folder: string): Promise<string | undefined> {
  const made = await runCommand('python3', ['-m', 'venv', folder]);
  if (made.exitCode !== 0) return `No Python environment could be made: ${made.output.trim()}`;
  const installed = await runCommand(join(folder, 'bin', 'python'), [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    requirement,
  ]);
  return installed.exitCode === 0 ? undefined : `${requirement} could not be installed: ${installed.output.trim()}`;
}
