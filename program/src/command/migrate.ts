import { setTimeout as delay } from 'node:timers/promises';
import { exitCodes, readArguments, refuseWords, UsageError } from '@plumbline/command';
import { ensureSecretKey, readSettings } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { migrateService } from '@plumbline/serving';
import { DatabaseProblem, isConnectionLoss } from '@plumbline/store';
import { provideServer } from '../start/provideServer';
import { allServicesOf } from '../start/services';

/**
 * Gives every service its schema and role and brings its tables up to date, then ends: what a deployment runs once
 * before it starts or replaces processes. Doing it again changes nothing. With `--reset-role-passwords` the roles get the
 * passwords of a secret key that was changed on purpose; with `--wait` a server that is away is waited for.
 */
export async function migrate(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const asked = readArguments(argv, { flags: ['reset-role-passwords', 'wait'] });
  refuseWords('migrate', asked);
  const { flags, rest } = asked;
  const given = readSettings(env, rest);
  if (given.target === 'gateway') throw new UsageError('The gateway has no tables; leave --target out.');
  const settings = await ensureSecretKey(given);
  const log = createLog({ name: 'migrate', level: 'warn' });
  const services = allServicesOf(settings);
  const wanted = settings.target === 'all' ? services.all : [services.of(settings.target)];
  const migrateAll = async (): Promise<void> => {
    const server = await provideServer(
      settings,
      log,
      wanted.map(({ app }) => app),
    );
    try {
      for (const service of wanted)
        await migrateService(service, settings, server, log, { resetPassword: flags.has('reset-role-passwords') });
    } finally {
      await server.stop();
    }
  };
  await (flags.has('wait') ? onceItAnswers(migrateAll) : migrateAll());
  return exitCodes.done;
}

/** Milliseconds from one attempt to reach a server to the next. */
const betweenAttempts = 2_000;

/** Does it again for as long as the server is away, and says so once. */
async function onceItAnswers(act: () => Promise<void>): Promise<void> {
  for (let told = false; ; told = true) {
    try {
      return await act();
    } catch (error) {
      if (!isAway(error)) throw error;
      if (!told) process.stderr.write(`${error.message}\nIt is waited for.\n`);
      await delay(betweenAttempts);
    }
  }
}

/** Whether a server cannot be reached, or is starting, as against one that turns us away for good. */
function isAway(error: unknown): error is DatabaseProblem {
  if (!(error instanceof DatabaseProblem)) return false;
  const { code = '' } = (error.cause ?? {}) as { code?: string };
  return isConnectionLoss(error.cause) && !code.startsWith('28') && code !== '3D000';
}
