import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { bringUpToDate, type Server, type StoredService } from '@plumbline/process';
import { DatabaseProblem, isConnectionLoss } from '@plumbline/store';

/** How `migrate` can be asked to do it: with the passwords of a new secret key, and waiting for a server that is away. */
export const migrateFlags = ['reset-role-passwords', 'wait'] as const;

/** Where tables are brought up to date, and as whom. */
export interface MigratedServer {
  settings: Settings;
  provide(): Promise<Server>;
  log: Log;
}

/** Brings the tables of services up to date, and says what that took; `flags` are those of `migrateFlags` that were given. */
export async function migrateServices(
  services: readonly StoredService[],
  { settings, provide, log }: MigratedServer,
  flags: ReadonlySet<string>,
): Promise<void> {
  const migrateAll = async (): Promise<void> => {
    const server = await provide();
    try {
      for (const service of services) {
        const resetPassword = flags.has('reset-role-passwords');
        const { applied } = await bringUpToDate(service, settings, server, log, { resetPassword });
        process.stdout.write(`${service.app}: ${applied.length === 0 ? 'up to date' : applied.join(', ')}\n`);
      }
    } finally {
      await server.stop();
    }
  };
  await (flags.has('wait') ? onceItAnswers(migrateAll) : migrateAll());
}

/** Milliseconds from one attempt to reach a server to the next. */
const betweenAttempts = 2_000;

/** Does it again for as long as the server is away, and says so once. */
async function onceItAnswers(act: () => Promise<void>): Promise<void> {
  for (let told = false; ; told = true) {
    try {
      return await act();
    } catch (error) {
      if (!isAway(error)) throw error;
      if (!told) process.stderr.write(`${error.message}\nIt is waited for.\n`);
      await delay(betweenAttempts);
    }
  }
}

/** Whether a server cannot be reached, or is starting, as against one that turns us away for good. */
function isAway(error: unknown): error is DatabaseProblem {
  if (!(error instanceof DatabaseProblem)) return false;
  const { code = '' } = (error.cause ?? {}) as { code?: string };
  return isConnectionLoss(error.cause) && !code.startsWith('28') && code !== '3D000';
}
