import { exitCodes, readArguments, refuseWords, UsageError } from '@plumbline/command';
import { ensureSecretKey, readSettings } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { migrateFlags, migrateServices } from '@plumbline/serving';
import { provideServer } from '../start/provideServer';
import { allServicesOf } from '../start/services';

/**
 * Gives every service its schema and role and brings its tables up to date, then ends: what a deployment runs once
 * before it starts or replaces processes. Doing it again changes nothing. With `--reset-role-passwords` the roles get the
 * passwords of a secret key that was changed on purpose; with `--wait` a server that is away is waited for.
 */
export async function migrate(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const asked = readArguments(argv, { flags: migrateFlags });
  refuseWords('migrate', asked);
  const { flags, rest } = asked;
  const given = readSettings(env, rest, { alone: true });
  if (['gateway', 'worker'].includes(given.target))
    throw new UsageError(`The ${given.target} has no tables of its own; leave --target out.`);
  const settings = await ensureSecretKey(given);
  const log = createLog({ name: 'migrate', level: 'warn' });
  const services = allServicesOf(settings);
  const wanted = settings.target === 'all' ? services.all : [services.of(settings.target)];
  const apps = wanted.map(({ app }) => app);
  await migrateServices(wanted, { settings, provide: () => provideServer(settings, log, apps), log }, flags);
  return exitCodes.done;
}
