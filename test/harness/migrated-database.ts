import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, onTestServer, onTestServerAt, type TestDatabase } from '../../libs/testkit/src/database';

const root = join(__dirname, '..', '..');

/**
 * Makes a database for one suite in which every service finds its tables. It is a copy: applying all migrations takes
 * seconds, and is done once for all suites.
 */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  const template = `migrated_${migrationsDigest()}`;
  await onTestServer(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount) return;
    const unfinished = `${template}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    await applyAll(onTestServerAt(unfinished));
    await client.query(`alter database ${unfinished} rename to ${template}`);
  });
  return createTestDatabase(template);
}

/** Loaded when it is needed: suites that only start programs have no use for all services. */
const applyAll = (databaseUrl: string): Promise<void> =>
  (require('./apply-migrations') as typeof import('./apply-migrations')).applyMigrations(databaseUrl);

/** Changes whenever a migration does. */
function migrationsDigest(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(join(root, 'services')).flatMap(migrationsOf)) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function migrationsOf(service: string): string[] {
  const folder = join(root, 'services', service, 'migrations');
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}
