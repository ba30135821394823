import { Client } from 'pg';

/** What the services hold of a PostgreSQL server. */
export interface Connections {
  /** Open connections by role. */
  byRole: Record<string, number>;
  /** Those that have a transaction open and do nothing, for more than a second. */
  stuck: number;
  /** Locks that somebody waits for. */
  waiting: number;
}

/** Asks the server who is connected; `url` must be its superuser's, and lead to a database after which roles are named. */
export async function connectionsOf(url: string): Promise<Connections> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "SELECT usename, count(*)::int AS n FROM pg_stat_activity WHERE starts_with(usename, current_database() || '_') AND datname = current_database() GROUP BY 1",
    );
    const { rows: stuck } = await client.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND datname = current_database() AND state_change < now() - interval '1 second'",
    );
    const { rows: waiting } = await client.query(
      'SELECT count(*)::int AS n FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()',
    );
    return {
      byRole: Object.fromEntries(rows.map(({ usename, n }) => [usename, n])),
      stuck: stuck[0].n,
      waiting: waiting[0].n,
    };
  } finally {
    await client.end();
  }
}

/**
 * Connections one process of a service may keep, with one to spare for each task it looks after; those of extras' queue
 * and of a worker besides.
 */
const mostOf = (role: string): number => (role.endsWith('_extras') ? 14 + 12 : 14);

/** Whether nobody waits, nobody is stuck, and nobody of those who are connected holds more connections than its pool has. */
export function isAtRest({ byRole, stuck, waiting }: Connections): boolean {
  const held = Object.entries(byRole);
  return stuck + waiting === 0 && held.length > 0 && held.every(([role, n]) => n <= mostOf(role));
}
