import { Client } from 'pg';

/**
 * Runs statements as the server's superuser, with constraints switched off: as an operator would who breaks things by
 * hand.
 */
export async function asOperator<T>(
  url: string,
  work: (run: (statement: string, values?: unknown[]) => Promise<T[]>) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await work(async (statement, values) => (await client.query(statement, values)).rows as T[]);
  } finally {
    await client.end();
  }
}
