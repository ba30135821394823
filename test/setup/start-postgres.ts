import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../program/src/embedded-postgres';
import { clearLeftovers } from '../../program/src/embedded-postgres/postmaster';
import { isAlive } from '../../program/src/embedded-postgres/process-identity';

const prefix = 'plumbline-test-';

/** What the end of the run needs to clean up. */
export interface TestServer {
  postgres: EmbeddedPostgres;
  folder: string;
}

/**
 * Starts one PostgreSQL for the whole run and tells the suites where it is; a server given from outside is used as it
 * is.
 */
export default async function startPostgres(): Promise<void> {
  if (process.env.PLUMBLINE_TEST_DATABASE_URL) return;
  await sweepKilledRuns();
  const folder = join(tmpdir(), `${prefix}${process.pid}`);
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: pino({ level: 'warn' }),
    // Nothing in here has to survive a power cut.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  process.env.PLUMBLINE_TEST_DATABASE_URL = postgres.url;
  (globalThis as { testServer?: TestServer }).testServer = { postgres, folder };
}

async function sweepKilledRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    if (isAlive(Number(name.slice(prefix.length)))) continue;
    const folder = join(tmpdir(), name);
    await clearLeftovers(join(folder, 'postgres', 'data'));
    rmSync(folder, { recursive: true, force: true });
  }
}
