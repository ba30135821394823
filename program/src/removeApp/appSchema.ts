import { processTable, type RoleOptions, readAddress, roleOf, sql, withConnection } from '@plumbline/store';
import { tablesOfEveryService } from '../schema/draft';

/** How many objects each table of an app has, by the name of its model; undefined where it has no tables. */
export async function objectsOf(adminUrl: string, app: string): Promise<Map<string, number> | undefined> {
  const everywhere = [...tablesOfEveryService.map(({ name }) => name), 'schema_migrations', processTable];
  return withConnection(readAddress(adminUrl), async (connection) => {
    const there = await connection.first(sql.fragment`SELECT FROM pg_namespace WHERE nspname = ${app}`);
    if (there === undefined) return undefined;
    const tables = await connection.rows<{ name: string }>(
      sql.fragment`SELECT tablename AS name FROM pg_tables WHERE schemaname = ${app} AND tablename <> ALL(${sql.array(everywhere, 'text')}) ORDER BY tablename`,
    );
    const counts = new Map<string, number>();
    for (const { name } of tables) {
      const counted = await connection.first<{ n: number }>(
        sql.fragment`SELECT count(*)::int AS n FROM ${sql.identifier([app, name])}`,
      );
      counts.set(name, Number(counted?.n));
    }
    return counts;
  });
}

/** Removes the schema of an app with everything in it, and the role that it belonged to. */
export async function dropSchema(adminUrl: string, app: string, options: RoleOptions): Promise<void> {
  const role = roleOf(adminUrl, app, options);
  await withConnection(readAddress(adminUrl), async (connection) => {
    await connection.run(sql.fragment`DROP SCHEMA IF EXISTS ${sql.identifier([app])} CASCADE`);
    const there = await connection.first(sql.fragment`SELECT FROM pg_roles WHERE rolname = ${role}`);
    if (there === undefined) return;
    await connection.run(sql.fragment`DROP OWNED BY ${sql.identifier([role])}`);
    await connection.run(sql.fragment`DROP ROLE ${sql.identifier([role])}`);
  });
}
