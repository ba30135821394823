import { UsageError } from '@plumbline/command';
import { appsOf, type borrowSecretKey, type demandSecretKey, type Settings } from '@plumbline/config';
import { hasEmbeddedServer } from '../embedded-postgres';

/**
 * The settings to look after the whole of an installation with, and its secret key as `withKey` finds it. Refuses one that
 * is not there, before a database or a key is made in a folder that was never meant: commands run in any folder, and the
 * data folder is one below it unless somebody says otherwise.
 */
export async function demandInstallation(
  settings: Settings,
  withKey: typeof borrowSecretKey | typeof demandSecretKey,
): Promise<Settings> {
  const { databaseUrl, databaseUrls, dataDir } = settings;
  if (!databaseUrl && !appsOf(settings).every((app) => databaseUrls[app]) && !hasEmbeddedServer(dataDir))
    throw new UsageError(
      `There is no Plumbline in ${dataDir}. Say where it keeps its data: --data=FOLDER or PLUMBLINE_DATA; or which PostgreSQL server it uses: DATABASE_URL. If there is none yet, start one: plumbline start`,
    );
  return withKey({ ...settings, target: 'all' });
}
