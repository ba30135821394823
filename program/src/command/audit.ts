import { ensureSecretKey, readSettings } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { auditEverything, tellOn, verdict } from '../audit';
import { exitCodes } from './exit-codes';
import { readArguments } from './read-arguments';

/** Looks for what no request could have left in the databases, tells it line by line, and mends it when asked to. */
export async function audit(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { flags, rest } = readArguments(argv, { flags: ['repair'] });
  const repair = flags.has('repair');
  const settings = await ensureSecretKey({ ...readSettings(env, rest), target: 'all' });
  const log = createLog({ name: 'audit', level: 'error' });
  const found = await auditEverything(settings, { repair, log, ...tellOn(process.stdout, process.stderr) });
  process.stdout.write(`${verdict(found, repair)}\n`);
  return found.left === 0 ? exitCodes.done : exitCodes.flawed;
}
