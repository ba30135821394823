import { pruned, type UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';

/**
 * Tables whose rows tell what others have read of this service and this one of others, how its tables came about, and
 * since when it is known who refers to objects.
 */
const kept = ['schema_migrations', 'schema_processes', 'outbox', 'outbox_pruned', 'consumed', 'referred_from_since'];

/**
 * Empties a service's database, within the transaction `work` is part of, as if it were new. Change records go too, but
 * their numbers are not given again: others know how far they have read.
 */
export async function reset({ engine, sql: run }: UnitOfWork): Promise<void> {
  const tables = await run.rows<{ name: string }>(sql.unsafe`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = ${engine.database.schema}::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname <> ALL(${sql.array(kept, 'text')}) ORDER BY relname`);
  const names = tables.map(({ name }) => sql.identifier([engine.database.schema, name]));
  await run.run(sql.unsafe`TRUNCATE ${sql.join(names, sql.fragment`, `)}`);
  await run.run(sql.unsafe`
    INSERT INTO outbox_pruned (position, time)
    SELECT max(position), now() FROM outbox HAVING max(position) > (${pruned})`);
  await run.run(sql.unsafe`DELETE FROM outbox`);
}

/** The number of the last change record that a service has given. */
export async function lastPosition({ sql: run }: UnitOfWork): Promise<number> {
  const row = await run.first<{ last: number }>(sql.unsafe`SELECT (${pruned}) AS last`);
  return Number(row?.last ?? 0);
}

/** Notes that a service has read all that another has ever recorded. */
export async function setPositionRead({ sql: run }: UnitOfWork, app: string, position: number): Promise<void> {
  await run.run(sql.unsafe`
    UPDATE consumed SET position = greatest(position, ${position}::int8) WHERE app = ${app}`);
}
