import { exitCodes } from '@plumbline/command';
import { ensureSecretKey, readSettings } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { draftMigrations } from '../schema/draft';

/** Writes migration drafts and says where they are. */
export async function draft([name, ...rest]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
    process.stderr.write(
      'Give the migration a name of lower-case letters, digits and underscores: plumbline draft NAME\n',
    );
    return exitCodes.settings;
  }
  const settings = await ensureSecretKey(readSettings(env, rest));
  const files = await draftMigrations(settings, name, createLog({ name: 'draft', level: settings.logLevel }));
  process.stdout.write(
    files.length === 0 ? 'Every table is as its model says; nothing to draft.\n' : `${files.join('\n')}\n`,
  );
  return exitCodes.done;
}
