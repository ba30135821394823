import type { Queryable, Sql } from '../database';
import { PostgresClient } from '../fast/postgresClient';
import { columnValues } from '../statements/columnValues';
import { compile } from '../statements/statement';
import type { Address } from './address';

/** One connection of its own, for work that a pool must not be used for: administration, migrations. */
export interface Connection extends Queryable {
  /** What begins a transaction on it. */
  begin: string;
  /** Runs a script of several statements without parameters. */
  script(text: string): Promise<void>;
}

/** Connects, runs `work` and disconnects, whatever comes of it. */
export async function withConnection<T>(
  settings: Address,
  work: (connection: Connection) => Promise<T>,
  opening?: string,
): Promise<T> {
  const client = new PostgresClient({ ...settings, types: columnValues });
  // A lost connection makes its statement fail; without a listener it would end the process besides.
  client.on('error', () => undefined);
  await client.connect();
  const send = (statement: Sql) => {
    const { text, values } = compile(statement);
    return client.query(text, values);
  };
  try {
    return await work({
      begin: opening === undefined ? 'begin' : `begin; ${opening}`,
      rows: async <T>(statement: Sql) => (await send(statement)).rows as T[],
      quick: async <T>(statement: Sql) => (await send(statement)).rows as T[],
      first: async <T>(statement: Sql) => (await send(statement)).rows[0] as T | undefined,
      run: async (statement) => (await send(statement)).rowCount ?? 0,
      script: async (text) => {
        await client.query(text);
      },
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs `work` between BEGIN and COMMIT on this connection. */
export async function transactionOn<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  await connection.script(connection.begin);
  try {
    const result = await work();
    await connection.script('commit');
    return result;
  } catch (error) {
    await connection.script('rollback').catch(() => undefined);
    throw error;
  }
}
