import { exitCodes, readArguments, refuseWords } from '@plumbline/command';
import { borrowSecretKey, readSettings } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { auditEverything, auditSummary, reportTo } from '../audit';
import { demandInstallation } from '../start/demandInstallation';

/** Looks for what no request could have left in the databases, tells it line by line, and mends it when asked to. */
export async function audit(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const asked = readArguments(argv, { flags: ['repair'] });
  refuseWords('audit', asked);
  const { flags, rest } = asked;
  const repair = flags.has('repair');
  const settings = await demandInstallation(readSettings(env, rest), borrowSecretKey);
  const log = createLog({ name: 'audit', level: 'error' });
  const found = await auditEverything(settings, { repair, log, ...reportTo(process.stdout, process.stderr) });
  process.stdout.write(`${auditSummary(found, repair)}\n`);
  return found.left === 0 ? exitCodes.done : exitCodes.flawed;
}
