import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@plumbline/log';
import { startEmbeddedPostgres } from '@plumbline/program';

/** Where a test finds the server that its databases are made on. */
const variable = 'PLUMBLINE_TEST_DATABASE_URL';

/** Starts the PostgreSQL that comes with Plumbline where no other one was named; answers what ends it. */
export async function provideTestServer(): Promise<() => Promise<void>> {
  if (process.env[variable]) return async () => {};
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-app-tests-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    log: createLog({ name: 'test', level: 'silent' }),
    // Nothing in here has to survive a power cut.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  process.env[variable] = server.url;
  return async () => {
    delete process.env[variable];
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
