import { UsageError } from '@plumbline/command';
import { appsOf, type Settings } from '@plumbline/config';
import { hasEmbeddedServer } from '../embedded-postgres';

/**
 * Refuses to look after an installation that is not there, before a database or a key is made in a folder that was never
 * meant: commands run in any folder, and the data folder is one below it unless somebody says otherwise.
 */
export function demandInstallation(settings: Settings): void {
  const { databaseUrl, databaseUrls, dataDir } = settings;
  if (databaseUrl || appsOf(settings).every((app) => databaseUrls[app]) || hasEmbeddedServer(dataDir)) return;
  throw new UsageError(
    `There is no Plumbline in ${dataDir}. Say where it keeps its data: --data=FOLDER or PLUMBLINE_DATA; or which PostgreSQL server it uses: DATABASE_URL. If there is none yet, start one: plumbline start`,
  );
}
