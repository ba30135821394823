import { join } from 'node:path';
import { inCi } from '../../program/inCi';
import { installPython } from '../../program/installPython';
import { runCommand } from '../../program/runCommand';
import type { RunningProgram } from '../../program/runningProgram';
import { sayUntested } from '../../program/sayUntested';
import { tally } from '../../program/tally';

const requirement = 'pynautobot>=2,<3';

/** A journey: the Python client that people already use, unmodified from PyPI. */
export function servesPynautobot(program: () => RunningProgram): void {
  describe('serves pynautobot 2', () => {
    it('in everything its users do', async () => {
      const { folder, missing } = await installPython(requirement);
      if (missing !== undefined) {
        if (inCi) throw new Error(missing);
        return sayUntested('pynautobot', missing);
      }
      const python = join(folder, 'bin', 'python');
      const { url, token, command } = program();
      const { output } = await runCommand(python, [join(__dirname, 'journey.py'), url, token, Date.now().toString(36)]);
      const lines = output.split('\n');
      const passed = lines.filter((line) => line.startsWith('ok ')).length;
      const failed = lines.filter((line) => line.startsWith('FAIL ')).length;
      tally(`${command}: pynautobot`, passed, failed);
      if (failed > 0 || passed === 0) throw new Error(output);
    });
  });
}
