import { readSettings } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { testSettings } from '@plumbline/testkit';
import { Client } from 'pg';
import { runAll } from '../../program/src/start/runAll';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { quietly } from '../harness/quietly';

export const adminToken = 'feedfacefeedfacefeedfacefeedfacefeedface';
export const adminPassword = 'correct horse battery staple';

/** The whole program in this process, with ways of signing in. */
export interface SignInServer {
  url: string;
  log(): string;
  rows(statement: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** Starts it on a port; `methods` are as `PLUMBLINE_SIGN_IN` has them, other settings as variables. */
export async function startSignInServer(
  port: number,
  methods: object[],
  env: Record<string, string> = {},
): Promise<SignInServer> {
  const database = await createMigratedDatabase();
  const { signIn, trustedProxies } = readSettings({ PLUMBLINE_SIGN_IN: JSON.stringify({ methods }), ...env });
  const lines: string[] = [];
  const log = createLog({ name: 'signIn', level: 'debug', destination: { write: (line) => lines.push(line) } });
  const settings = testSettings({
    port,
    databaseUrl: database.url,
    superuser: { name: 'admin', password: adminPassword, apiToken: adminToken },
    logLevel: 'debug',
    signIn,
    trustedProxies,
  });
  const target = await quietly(() => runAll(settings, log));
  const connection = new Client({ connectionString: database.url });
  await connection.connect();
  await connection.query('SET search_path = users');
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => lines.join(''),
    rows: async (statement) => (await connection.query(statement)).rows,
    stop: async () => {
      await target.stop();
      await connection.end();
      await database.drop();
    },
  };
}
