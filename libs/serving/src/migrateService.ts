import type { Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { bringUpToDate, type Server, type StoredService } from '@plumbline/process';

/** Brings the tables of a service up to date, and says what that took. */
export async function migrateService(
  service: StoredService,
  settings: Settings,
  server: Server,
  log: Log,
  options: { resetPassword: boolean },
): Promise<void> {
  const { applied } = await bringUpToDate(service, settings, server, log, options);
  process.stdout.write(`${service.app}: ${applied.length === 0 ? 'up to date' : applied.join(', ')}\n`);
}
