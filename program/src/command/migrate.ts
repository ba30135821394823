import { ensureSecretKey, readSettings } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { bringUpToDate, provideServer } from '../start/databases';
import { allServicesOf } from '../start/services';
import { exitCodes } from './exitCodes';
import { readArguments } from './readArguments';
import { UsageError } from './usageError';

/**
 * Gives every service its schema and role and brings its tables up to date, then ends: what a deployment runs once
 * before it starts or replaces processes. Doing it again changes nothing. With `--reset-role-passwords` the roles get the
 * passwords of a secret key that was changed on purpose.
 */
export async function migrate(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { flags, words, rest } = readArguments(argv, { flags: ['reset-role-passwords'] });
  if (words.length > 0) throw new UsageError(`migrate takes no ${words.join(' ')}.`);
  const given = readSettings(env, rest);
  if (given.target === 'gateway') throw new UsageError('The gateway has no tables; leave --target out.');
  const settings = await ensureSecretKey(given);
  const log = createLog({ name: 'migrate', level: 'warn' });
  const wanted = settings.target === 'all' ? allServicesOf(settings).apps : [settings.target];
  const server = await provideServer(settings, log, wanted);
  try {
    for (const app of wanted) {
      const { applied } = await bringUpToDate(app, settings, server, log, {
        resetPassword: flags.has('reset-role-passwords'),
      });
      process.stdout.write(`${app}: ${applied.length === 0 ? 'up to date' : applied.join(', ')}\n`);
    }
  } finally {
    await server.stop();
  }
  return exitCodes.done;
}
