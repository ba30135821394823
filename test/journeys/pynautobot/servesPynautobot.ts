import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inCi } from '../../program/inCi';
import { runCommand } from '../../program/runCommand';
import type { RunningProgram } from '../../program/runningProgram';
import { sayUntested } from '../../program/sayUntested';
import { tally } from '../../program/tally';

const requirement = 'pynautobot>=2,<3';

/** A journey: the Python client that people already use, unmodified from PyPI. */
export function servesPynautobot(program: () => RunningProgram): void {
  describe('serves pynautobot 2', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'plumbline-pynautobot-'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('in everything its users do', async () => {
      const python = join(folder, 'bin', 'python');
      const trouble = await install(folder, python);
      if (trouble !== undefined) {
        if (inCi) throw new Error(trouble);
        return sayUntested('pynautobot', trouble);
      }
      const { url, token, command } = program();
      const { output } = await runCommand(python, [join(__dirname, 'journey.py'), url, token, Date.now().toString(36)]);
      const lines = output.split('\n');
      const passed = lines.filter((line) => line.startsWith('ok ')).length;
      const failed = lines.filter((line) => line.startsWith('FAIL ')).length;
      tally(`${command}: pynautobot`, passed, failed);
      if (failed > 0 || passed === 0) throw new Error(output);
    }, 240_000);
  });
}

/** Makes an environment with the client in it; answers what stands in the way. */
async function install(folder: string, python: string): Promise<string | undefined> {
  const made = await runCommand('python3', ['-m', 'venv', folder]);
  if (made.exitCode !== 0) return `No Python environment could be made: ${made.output.trim()}`;
  const installed = await runCommand(python, [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    requirement,
  ]);
  return installed.exitCode === 0 ? undefined : `${requirement} could not be installed: ${installed.output.trim()}`;
}
