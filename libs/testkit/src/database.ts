import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface TestDatabase {
  /** Connection string of a user who may do anything in it. */
  url: string;
  /** Removes the database, closing whatever is still connected. */
  drop(): Promise<void>;
}

/** Makes an empty database for one suite on the server the test run started (`PLUMBLINE_TEST_DATABASE_URL`). */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.PLUMBLINE_TEST_DATABASE_URL;
  if (!server) throw new Error('PLUMBLINE_TEST_DATABASE_URL is not set: run the tests through jest.config.js.');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
