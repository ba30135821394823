import { type Bus, createInProcessBus } from '@plumbline/bus';
import { type App, apps, type Settings } from '@plumbline/config';
import { type AttachedService, attachService, type Engine } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import type { Log } from '@plumbline/log';
import type { Database } from '@plumbline/store';
import { modelCatalog } from './catalogs';
import { definitions } from './services';

/** All services as a command has them: they answer one another, and nobody else hears of it. */
export interface AttachedServices {
  engines: ReadonlyMap<App, Engine>;
  detach(): Promise<void>;
}

/** Lets all services answer one another over a bus of their own, each on the database given. */
export async function attachServices(
  settings: Settings,
  databases: ReadonlyMap<App, Database>,
  log: Log,
): Promise<AttachedServices> {
  const bus: Bus = createInProcessBus({ log });
  const catalog = modelCatalog();
  const attached: AttachedService[] = [];
  for (const app of apps) {
    const database = databases.get(app)!;
    attached.push(await attachService(definitions[app], { settings, catalog, ...registered, database, bus, log }));
  }
  return {
    engines: new Map(attached.map(({ engine }) => [engine.app, engine])),
    detach: async () => {
      for (const service of attached) await service.detach();
      await bus.close();
    },
  };
}
