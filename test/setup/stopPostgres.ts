import { rmSync } from 'node:fs';
import type { TestServer } from './startPostgres';

/** Stops the PostgreSQL that `startPostgres` started and removes its data. */
export default async function stopPostgres(): Promise<void> {
  const { testServer } = globalThis as { testServer?: TestServer };
  if (testServer === undefined) return;
  await testServer.postgres.stop();
  rmSync(testServer.folder, { recursive: true, force: true });
}
