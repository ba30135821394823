import { createInProcessBus } from '@plumbline/bus';
import type { RunningTarget } from '@plumbline/command';
import { listenBriefly } from '@plumbline/command';
import type { Settings } from '@plumbline/config';
import { type RunningService, type ServiceDefinition, startService } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import { startGateway } from '@plumbline/gateway';
import type { Log } from '@plumbline/log';
import {
  observed,
  observedDatabases,
  processMetrics,
  provideDatabases,
  type Server,
  type ServiceDatabases,
} from '@plumbline/process';
import { modelCatalog } from '@plumbline/serving';
import type { Tracing } from '@plumbline/tracing';
import { endpointCatalog } from './endpointCatalog';
import { provideServer } from './provideServer';
import { servicesToStart } from './services';
import { welcome } from './welcome';
import { keepWorkers } from './workers';

/**
 * Runs everything in this process: services called directly, a bus in memory, the embedded database unless another is
 * named.
 */
export async function runAll(settings: Settings, log: Log, tracing?: Tracing): Promise<RunningTarget> {
  await listenBriefly(settings);
  const known = servicesToStart(settings, log);
  const server = await provideServer(settings, log);
  const metrics = processMetrics(settings);
  const bus = observed(createInProcessBus({ log }), metrics, tracing);
  const catalog = modelCatalog(known.all);
  const found = await Promise.all(known.all.map((definition) => findDatabases(definition, settings, server, log)));
  const services: RunningService[] = [];
  // Those that take in what others have done come last: then the others are there to be asked.
  const inOrder = found.flat().sort((one, other) => Number(follows(one)) - Number(follows(other)));
  for (const { definition, databases } of inOrder)
    services.push(
      await startService(definition, {
        settings,
        catalog,
        ...registered,
        ...observedDatabases(databases, tracing),
        bus,
        log,
        tracing,
      }),
    );
  // Called directly, they are reached as soon as the gateway is.
  for (const service of services) service.open();
  const gateway = await startGateway({ settings, bus, log, metrics, tracing }, endpointCatalog(known.all), (app) => {
    const service = services.find(({ engine }) => engine.app === app);
    return service ? { kind: 'direct', handle: service.handle } : { kind: 'absent' };
  });
  const gatewayUrl = settings.gatewayUrl ?? gateway.address!;
  const workers = keepWorkers(settings, { databaseUrl: server.url, gatewayUrl }, log);
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

/** A service whose tables are as it needs them. */
interface Migrated {
  definition: ServiceDefinition;
  databases: ServiceDatabases;
}

/**
 * The databases of a service. An app whose tables cannot be brought up to date is away, as a service whose process has
 * ended: what refers to something of ours stays protected, and everything else works.
 */
async function findDatabases(
  definition: ServiceDefinition,
  settings: Settings,
  server: Server,
  log: Log,
): Promise<Migrated[]> {
  const { app, about } = definition;
  try {
    return [{ definition, databases: await provideDatabases(definition, settings, server, log) }];
  } catch (error) {
    if (!about) throw error;
    log.error({ app, error }, `The app ${app} is not started: its tables could not be brought up to date.`);
    return [];
  }
}

const follows = ({ definition }: Migrated): boolean => definition.follow !== undefined;
