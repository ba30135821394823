import { createInProcessBus } from '@plumbline/bus';
import { type App, apps, type Settings } from '@plumbline/config';
import { type RunningService, startService } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import type { Log } from '@plumbline/log';
import type { Tracing } from '@plumbline/tracing';
import { modelCatalog } from './catalogs';
import { provideDatabases, provideServer } from './databases';
import { startGateway } from './gateway';
import { listenBriefly } from './listeningProblem';
import { observed, observedDatabases } from './observed';
import { processMetrics } from './processMetrics';
import type { RunningTarget } from './runningTarget';
import { definitions } from './services';
import { welcome } from './welcome';
import { keepWorkers } from './workers';

/**
 * Runs everything in this process: services called directly, a bus in memory, the embedded database unless another is
 * named.
 */
export async function runAll(settings: Settings, log: Log, tracing?: Tracing): Promise<RunningTarget> {
  await listenBriefly(settings);
  const server = await provideServer(settings, log);
  const metrics = processMetrics(settings);
  const bus = observed(createInProcessBus({ log }), metrics, tracing);
  const catalog = modelCatalog();
  const databases = await Promise.all(apps.map((app) => provideDatabases(app, settings, server, log)));
  const services: RunningService[] = [];
  // Those that take in what others have done come last: then the others are there to be asked.
  const inOrder = [...apps.entries()].sort(([, a], [, b]) => Number(follows(a)) - Number(follows(b)));
  for (const [index, app] of inOrder)
    services.push(
      await startService(definitions[app], {
        settings,
        catalog,
        ...registered,
        ...observedDatabases(databases[index]!, tracing),
        bus,
        log,
        tracing,
      }),
    );
  // Called directly, they are reached as soon as the door is.
  for (const service of services) service.open();
  const gateway = await startGateway({ settings, bus, log, metrics, tracing }, (app) => ({
    kind: 'direct',
    handle: services.find(({ engine }) => engine.app === app)!.handle,
  }));
  const workers = keepWorkers(settings, { databaseUrl: server.url, gatewayUrl: gateway.address! }, log);
  let isStopping = false;
  return {
    ...(gateway.address === undefined ? {} : { address: gateway.address }),
    announce: async () => {
      // What they say as they begin is said before.
      await workers.begun;
      if (isStopping) return;
      welcome(
        gateway.address!,
        services.flatMap((service) => service.notices),
      );
    },
    stop: async () => {
      isStopping = true;
      await workers.stop();
      await gateway.stop();
      for (const service of services) await service.stop();
      await bus.close();
      await server.stop();
    },
  };
}

const follows = (app: App): boolean => definitions[app].follow !== undefined;
