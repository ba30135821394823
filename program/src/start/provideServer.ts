import { type App, appsOf, type Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { namedServer, type Server } from '@plumbline/process';
import { startEmbeddedPostgres } from '../embedded-postgres';

/** The server the settings name for these services, or the embedded one; none when each has a database of its own. */
export async function provideServer(
  settings: Settings,
  log: Log,
  of: readonly App[] = appsOf(settings),
): Promise<Server> {
  const named = namedServer(settings, of);
  if (named) return named;
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log });
  return { url: embedded.url, stop: embedded.stop };
}
