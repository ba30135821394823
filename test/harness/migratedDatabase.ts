import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from '@plumbline/store';
import { createTestDatabase, onTestServer, onTestServerAt, type TestDatabase } from '../../libs/testkit/src/database';

const root = join(__dirname, '..', '..');

/**
 * Makes a database for one suite in which every service finds its tables. It is a copy: applying all migrations takes
 * seconds, and is done once for all suites.
 */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  const template = `migrated_${migrationsDigest()}`;
  await onTestServer(async ({ rows, script }) => {
    await rows(sql.unsafe`select pg_advisory_lock(hashtext(${template}))`);
    if ((await rows(sql.unsafe`select from pg_database where datname = ${template}`)).length > 0) return;
    const unfinished = `${template}_unfinished`;
    await script(`drop database if exists ${unfinished} with (force)`);
    await script(`create database ${unfinished}`);
    await applyAll(onTestServerAt(unfinished));
    await script(`alter database ${unfinished} rename to ${template}`);
  });
  return createTestDatabase(template);
}

/** Loaded when it is needed: suites that only start programs have no use for all services. */
const applyAll = (databaseUrl: string): Promise<void> =>
  (require('./applyMigrations') as typeof import('./applyMigrations')).applyMigrations(databaseUrl);

/** Changes whenever a migration does. */
function migrationsDigest(): string {
  const hash = createHash('sha256');
  const folders = [
    join('libs', 'engine'),
    ...readdirSync(join(root, 'services')).map((name) => join('services', name)),
  ];
  for (const file of folders.flatMap(migrationsOf)) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function migrationsOf(part: string): string[] {
  const folder = join(root, part, 'migrations');
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}
