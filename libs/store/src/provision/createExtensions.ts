import type { Log } from '@plumbline/log';
import type { Connection } from '../connect/withConnection';
import { sql } from '../sql';

/** Faster indexes where they are to be had; everything works without them. */
const extensions = ['btree_gist', 'pg_trgm'];

/** Whether a database has all of them. */
export const hasExtensions = sql.fragment`
  (select count(*) from pg_extension where extname = any(${sql.array(extensions, 'text')})) = ${extensions.length}`;

/**
 * Creates the extensions in `public`, inside the caller's transaction; one that is not available or allowed is left
 * out.
 */
export async function createExtensions(connection: Connection, log?: Log): Promise<void> {
  const present = await connection.rows<{ extname: string }>(
    sql.fragment`select extname from pg_extension where extname = any(${sql.array(extensions, 'text')})`,
  );
  for (const extension of extensions.filter((name) => !present.some(({ extname }) => extname === name))) {
    await connection.script('savepoint extension');
    try {
      await connection.run(sql.fragment`create extension if not exists ${sql.identifier([extension])} schema public`);
    } catch (error) {
      await connection.script('rollback to savepoint extension');
      log?.warn({ extension, error }, 'A PostgreSQL extension is not available; some searches will be slower.');
    }
  }
}
