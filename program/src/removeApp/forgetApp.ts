import { sql } from '@plumbline/store';
import type { Databases } from '../start/withDatabases';

/**
 * Has the services forget how far they had read what an app wrote, what of theirs it had referred to, and what it still had to do
 * for them: one of the same name that comes later begins anew.
 */
export async function forgetApp(databases: Databases, app: string): Promise<void> {
  for (const database of databases.values())
    await database.transaction(async (tx) => {
      await tx.run(sql.fragment`DELETE FROM consumed WHERE app = ${app}`);
      await tx.run(sql.fragment`DELETE FROM referred_from WHERE app = ${app}`);
      await tx.run(sql.fragment`DELETE FROM prepared_deletion WHERE asker = ${app}`);
      await tx.run(
        sql.fragment`UPDATE pending_deletion SET apps = array_remove(apps, ${app}) WHERE ${app} = ANY(apps)`,
      );
      await tx.run(sql.fragment`DELETE FROM pending_deletion WHERE apps = '{}'`);
    });
}
