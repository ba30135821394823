import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningTarget } from '@plumbline/command';
import { exitCodes, listenBriefly } from '@plumbline/command';
import { type App, addressOf, gatewayAddress, type Settings, SettingsError } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { startEmbeddedPostgres } from '../embedded-postgres';
import { freePort } from '../embedded-postgres/freePort';
import { servicesToStart } from '../start/services';
import { welcome } from '../start/welcome';
import { keepWorkers } from '../start/workers';
import { childEnvironments } from './childEnvironments';
import { type KeptRunning, keepRunning } from './keepRunning';
import { startNatsServer } from './natsServer';

export interface SplitOptions {
  settings: Settings;
  log: Log;
  /** The program's own entry file, which each child runs with `--target`. */
  entry: string;
  env: NodeJS.ProcessEnv;
  /** Called when a child says that it cannot run at all; the caller should stop everything. */
  onFatalExit: (exitCode: number) => void;
}

/** Something started, to be stopped in the opposite order. */
type Stop = () => Promise<void>;

/**
 * Runs the gateway and every service as processes of their own, with a database and a broker when none were named, and
 * starts again whichever dies. Resolves when all have been started; `stop` ends the gateway first and the database
 * last.
 */
export async function startSplit({
  settings,
  log,
  entry,
  env,
  onFatalExit: onHopeless,
}: SplitOptions): Promise<RunningTarget> {
  if (settings.natsTls && !settings.natsUrl)
    throw new SettingsError([
      'NATS_CA, NATS_CERT and NATS_KEY are for the broker in NATS_URL, which is missing: the one that is started here has no TLS, and is reached from this machine alone.',
    ]);
  await listenBriefly(settings);
  const services = servicesToStart(settings, log);
  const stops: Stop[] = [];
  const notices: string[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const databaseUrl = settings.databaseUrl ?? (await embedded(settings, log, stops));
    const natsUrl = settings.natsUrl ?? (await broker(settings, log, stops));
    const port = settings.port === 0 ? await freePort(0) : settings.port;
    const ports = await servicePorts(port, services.apps);
    const environments = childEnvironments({ ...settings, port }, { databaseUrl, natsUrl, ports }, env);
    const run = (name: 'gateway' | App) =>
      keepRunning(
        {
          name,
          path: process.execPath,
          arguments: [...process.execArgv, entry, `--target=${name}`],
          env: environments[name],
          parentLiveness: 'channel',
        },
        {
          log,
          onFatalExit: onHopeless,
          onNotices: (more) => notices.push(...more),
          fatalExitCodes: [exitCodes.settings],
        },
      );
    const running = services.apps.map(run);
    stops.push(() => stopAll(running));
    const gateway = run('gateway');
    stops.push(() => gateway.stop());
    const address = addressOf({ host: settings.host, port });
    const workers = keepWorkers(settings, { databaseUrl, gatewayUrl: gatewayAddress({ ...settings, port }) }, log, env);
    stops.push(() => workers.stop());
    const watching = new AbortController();
    stops.push(async () => watching.abort());
    void announceReady(address, notices, workers.begun, log, watching.signal);
    return { stop, address };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function embedded({ dataDir }: Settings, log: Log, stops: Stop[]): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  stops.push(() => postgres.stop());
  return postgres.url;
}

async function broker(settings: Settings, log: Log, stops: Stop[]): Promise<string> {
  const nats = await startNatsServer(settings, log);
  stops.push(() => nats.stop());
  return nats.url;
}

async function stopAll(running: KeptRunning[]): Promise<void> {
  await Promise.all(running.map((each) => each.stop()));
}

/** The ports after the gateway's: two deployments that start at the same moment do not look at the same ones. */
async function servicePorts(gatewayPort: number, apps: readonly App[]): Promise<Record<App, number>> {
  const ports = await Promise.all(
    apps.map(async (app, index) => [app, await freePort(gatewayPort + 1 + index)] as const),
  );
  return Object.fromEntries(ports);
}

/** Says once that the whole works, which is when the gateway finds every part healthy. */
async function announceReady(
  address: string,
  notices: string[],
  workersBegun: Promise<unknown>,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(`${address}/health/?format=json`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => undefined,
    );
    await answer?.body?.cancel();
    if (answer?.ok && !signal.aborted) {
      log.info({ address }, 'Plumbline is ready');
      // What they say as they begin is said before.
      await workersBegun;
      if (!signal.aborted) welcome(address, notices);
      return;
    }
    await sleep(250, undefined, { signal }).catch(() => {});
  }
}
