import type { StartTarget } from '@plumbline/command';
import type { App } from '@plumbline/config';
import { modelCatalog, runService } from '@plumbline/serving';
import { provideServer } from './provideServer';
import { servicesToStart } from './services';

/** Runs the service of one application in this process, and nothing else. */
export const startServiceTarget: StartTarget = async (settings, log, tracing, ending) => {
  const services = servicesToStart(settings, log);
  const app = settings.target as App;
  const definition = services.of(app);
  const catalog = modelCatalog(services.all, [definition]);
  const server = await provideServer(settings, log, [app]);
  return runService({ definition, catalog, server }, settings, log, tracing, ending);
};
