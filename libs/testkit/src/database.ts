import { randomBytes } from 'node:crypto';
import { type Connection, readAddress, withConnection } from '@plumbline/store';

export interface TestDatabase {
  /** Connection string of a user who may do anything in it. */
  url: string;
  /** Removes the database, closing whatever is still connected. */
  drop(): Promise<void>;
}

/**
 * Makes a database for one suite on the server the test run started (`PLUMBLINE_TEST_DATABASE_URL`): an empty one, or a
 * copy of one that is there, by files: what goes through the write-ahead log instead takes twice the processor time.
 */
export async function createTestDatabase(template = 'template1'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onTestServer(({ script }) => script(`create database ${name} template ${template} strategy file_copy`));
  return {
    url: onTestServerAt(name),
    drop: async () => {
      await onTestServer(({ script }) => script(`drop database if exists ${name} with (force)`));
    },
  };
}

/** The connection string of a database on the test run's server. */
export function onTestServerAt(name: string): string {
  const url = new URL(testServer());
  url.pathname = `/${name}`;
  return url.href;
}

/** Does something with a connection of a user who may do anything on the test run's server. */
export const onTestServer = <T>(task: (connection: Connection) => Promise<T>): Promise<T> =>
  withConnection(readAddress(testServer()), task);

function testServer(): string {
  const server = process.env.PLUMBLINE_TEST_DATABASE_URL;
  if (!server) throw new Error('PLUMBLINE_TEST_DATABASE_URL is not set: run the tests through jest.config.js.');
  return server;
}
