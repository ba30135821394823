import { createLog } from '@plumbline/log';
import { provideTables } from '@plumbline/testkit';
import { ownServices } from '../../program/src/start/services';

/** Gives a database the tables of every service. */
export async function applyMigrations(databaseUrl: string): Promise<void> {
  const log = createLog({ name: 'test', level: 'warn' });
  for (const definition of ownServices.all) await provideTables(definition, databaseUrl, log);
}
