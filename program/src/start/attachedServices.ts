import { type Bus, createInProcessBus } from '@plumbline/bus';
import type { App, Settings } from '@plumbline/config';
import { type AttachedService, attachService, type Engine } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import type { Log } from '@plumbline/log';
import { reachQueue, type Server } from '@plumbline/process';
import { modelCatalog } from '@plumbline/serving';
import type { Database } from '@plumbline/store';
import { allServicesOf, type Services } from './services';

/** All services as a command has them: they answer one another, and nobody else hears of it. */
export interface AttachedServices {
  services: Services;
  engines: ReadonlyMap<App, Engine>;
  detach(): Promise<void>;
}

/**
 * Lets all services answer one another over a bus of their own, each on the database given. What follows from changes is
 * queued where their server is given too.
 */
export async function attachServices(
  settings: Settings,
  databases: ReadonlyMap<App, Database>,
  log: Log,
  server?: Server,
): Promise<AttachedServices> {
  const bus: Bus = createInProcessBus({ log });
  const services = allServicesOf(settings);
  const catalog = modelCatalog(services.all);
  const attached: AttachedService[] = [];
  for (const definition of services.all) {
    const database = databases.get(definition.app)!;
    const queue = server && reachQueue(definition, settings, server, log);
    attached.push(
      await attachService(definition, {
        settings,
        catalog,
        ...registered,
        database,
        ...(queue ? { queue } : {}),
        bus,
        log,
      }),
    );
  }
  return {
    services,
    engines: new Map(attached.map(({ engine }) => [engine.app, engine])),
    detach: async () => {
      for (const service of attached) await service.detach();
      await bus.close();
    },
  };
}
