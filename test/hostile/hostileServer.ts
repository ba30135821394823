import { createLog } from '@plumbline/log';
import { testSettings } from '@plumbline/testkit';
import { Client } from 'pg';
import { runAll } from '../../program/src/start/runAll';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { quietly } from '../harness/quietly';

/** The whole program in this process, on a database of its own, for tests that do not wish it well. */
export interface HostileServer {
  host: string;
  port: number;
  url: string;
  /** Credentials of the administrator named `admin`. */
  token: string;
  password: string;
  databaseUrl: string;
  /** Everything logged so far. */
  log(): string;
  /** A digest of everything all services have stored, by table; equal ones mean that nothing changed. */
  stored(): Promise<Record<string, string>>;
  /** The rows of a statement run by a database user who sees everything. */
  rows(statement: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** The loopback address of the one proxy whose word counts. */
export const trustedProxy = '127.0.0.254';
export const adminToken = 'feedfacefeedfacefeedfacefeedfacefeedface';
export const adminPassword = 'correct horse battery staple';

/** Starts the program; the log is kept at its most talkative. */
export async function startHostileServer(): Promise<HostileServer> {
  const database = await createMigratedDatabase();
  const lines: string[] = [];
  const log = createLog({ name: 'hostile', level: 'debug', destination: { write: (line) => lines.push(line) } });
  const settings = testSettings({
    databaseUrl: database.url,
    superuser: { name: 'admin', password: adminPassword, apiToken: adminToken },
    logLevel: 'debug',
    trustedProxies: [trustedProxy],
  });
  const target = await quietly(() => runAll(settings, log));
  const connection = new Client({ connectionString: database.url });
  await connection.connect();
  const { port } = new URL(target.address!);
  const rows = async (statement: string) => (await connection.query(statement)).rows;
  return {
    host: '127.0.0.1',
    port: Number(port),
    url: `http://127.0.0.1:${port}`,
    token: adminToken,
    password: adminPassword,
    databaseUrl: database.url,
    log: () => lines.join(''),
    stored: () => digestOf(rows),
    rows,
    stop: async () => {
      await target.stop();
      await connection.end();
      await database.drop();
    },
  };
}

/**
 * What services do on their own a moment after a write: relaying, logging, adding up, and saying every few seconds that
 * they run what is queued. The outbox has every write at once. And who has been about to refer to an object, which is written
 * down before it is known whether the write is refused.
 */
const background = `(table_schema = 'extras' AND table_name LIKE 'objectchange%')
  OR table_name IN ('consumed', 'row_tally', 'referred_from')
  OR (table_schema = 'extras_queue' AND table_name = 'runner')`;

async function digestOf(rows: HostileServer['rows']): Promise<Record<string, string>> {
  const tables = await rows(`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('information_schema', 'pg_catalog') AND NOT (${background})
    ORDER BY 1`);
  const digestOfTable = (name: string) => {
    const row = name.endsWith('.outbox') ? `to_jsonb(t) - 'position'` : 'to_jsonb(t)';
    return `SELECT '${name}' AS name, md5(coalesce(string_agg(row::text, '|' ORDER BY row::text), '')) AS md5 FROM (SELECT ${row} AS row FROM ${name} t) t`;
  };
  const digests = await rows(`${tables.map(({ name }) => digestOfTable(String(name))).join(' UNION ALL ')} ORDER BY 1`);
  return Object.fromEntries(digests.map(({ name, md5 }) => [name, md5]));
}
