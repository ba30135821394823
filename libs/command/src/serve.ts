import { demandFiles, ensureSecretKey, liesInSettings, type Settings } from '@plumbline/config';
import { createLog, type Log } from '@plumbline/log';
import { loadTracing, type Tracing } from '@plumbline/tracing';
import { ready } from './channel';
import { exitCodes } from './exitCodes';
import { listeningProblem } from './listeningProblem';
import type { RunningTarget } from './runningTarget';
import { createStopRequest, type StopRequest } from './stopRequest';
import { UsageError } from './usageError';

/**
 * Starts what settings tell of; resolves when it answers, rejects when it cannot start, or when it was waiting for something and is
 * to end before that has come (`ending`).
 */
export type StartTarget = (
  settings: Settings,
  log: Log,
  tracing?: Tracing,
  ending?: AbortSignal,
) => Promise<RunningTarget>;

/** What a process that goes on until it is asked to stop is made of. */
export interface Served {
  /** Reads the settings; throws a `SettingsError` where they are wrong. */
  readSettings(): Settings;
  /** What its log calls it. */
  nameOf(settings: Settings): string;
  version: string;
  /** Whether what it does is traced, where settings name a collector. */
  isTraced: boolean;
  start(settings: Settings, log: Log, tracing: Tracing | undefined, stopRequest: StopRequest): Promise<RunningTarget>;
}

/** Starts it, and resolves with the exit code after it was asked to stop; says why where it cannot start. */
export async function serve({ readSettings, nameOf, version, isTraced, start }: Served): Promise<number> {
  let log: Log | undefined;
  let tracing: Tracing | undefined;
  let stopRequest: StopRequest | undefined;
  let running: RunningTarget;
  try {
    const given = readSettings();
    demandFiles(given);
    const settings = await ensureSecretKey(given);
    if (isTraced) tracing = await loadTracing(settings, version, (trouble) => tellOfTraces(trouble, log));
    log = createLog({
      name: nameOf(settings),
      level: settings.logLevel,
      format: settings.logFormat,
      ...(tracing ? { context: () => tracing?.ids() ?? {} } : {}),
    });
    stopRequest = createStopRequest(log);
    running = await start(settings, log, tracing, stopRequest);
    if (running.address) log.info({ address: running.address, version }, 'started');
  } catch (error) {
    if (stopRequest?.ending.aborted && error === stopRequest.ending.reason)
      return await stopped(stopRequest, log!, tracing);
    if (liesInSettings(error) || error instanceof UsageError) {
      process.stderr.write(`${(error as Error).message}\n`);
      return exitCodes.settings;
    }
    const sentence = connectionProblem(error) ?? listeningProblem(error);
    if (sentence !== undefined) {
      process.stderr.write(`${sentence}\n`);
      return exitCodes.failed;
    }
    // Where the log goes nobody may look who starts it.
    log?.fatal({ error }, 'could not start');
    process.stderr.write(`Plumbline could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCodes.failed;
  }
  try {
    return await untilStopped(running, stopRequest, log!, tracing);
  } catch (error) {
    log!.fatal({ error }, 'could not stop in order');
    return exitCodes.failed;
  }
}

const toldInSentences = ['TlsProblem', 'DatabaseProblem', 'RoleProblem', 'MigrationProblem', 'BrokerProblem'];

/** What keeps us from the database or the broker is told in a sentence already. */
const connectionProblem = (error: unknown): string | undefined =>
  error instanceof Error && toldInSentences.includes(error.name) ? error.message : undefined;

/** Whoever looks for traces learns why there are none; requests are served all the same. */
function tellOfTraces(trouble: string | undefined, log: Log | undefined): void {
  if (trouble === undefined) log?.info('the collector takes traces again');
  else log?.warn({ trouble }, 'the collector does not take traces; they are lost');
}

async function untilStopped(
  running: RunningTarget,
  stopRequest: StopRequest,
  log: Log,
  tracing: Tracing | undefined,
): Promise<number> {
  process.send?.(ready);
  void running.announce?.();
  await stopRequest.made;
  await running.stop();
  return stopped(stopRequest, log, tracing);
}

async function stopped({ made }: StopRequest, log: Log, tracing: Tracing | undefined): Promise<number> {
  await tracing?.stop();
  log.info('stopped');
  return made;
}
