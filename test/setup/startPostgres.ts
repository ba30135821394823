import { readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../program/src/embedded-postgres';
import { clearLeftovers } from '../../program/src/embedded-postgres/postmaster';
import { isAlive } from '../../program/src/ownership/processIdentity';

const prefix = 'plumbline-test-';

/** Bytes of memory that a file system in memory must have left to hold the databases of a run. */
const roomy = 8 * 2 ** 30;

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
  const place = placeOfData();
  await sweepKilledRuns(place);
  const folder = join(place, `${prefix}${process.pid}`);
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: pino({ level: 'warn' }),
    // Nothing in here has to survive a power cut; each worker of jest has services of its own that keep connections.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '800',
    },
  });
  process.env.PLUMBLINE_TEST_DATABASE_URL = postgres.url;
  (globalThis as { testServer?: TestServer }).testServer = { postgres, folder };
}

/** Databases come and go with each suite: in memory where there is room, else on the disk. */
function placeOfData(): string {
  const inMemory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > roomy ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function sweepKilledRuns(place: string): Promise<void> {
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(prefix))) {
    if (isAlive(Number(name.slice(prefix.length)))) continue;
    const folder = join(place, name);
    await clearLeftovers(join(folder, 'postgres', 'data'));
    rmSync(folder, { recursive: true, force: true });
  }
}
