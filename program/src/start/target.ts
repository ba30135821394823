import type { StartTarget } from '@plumbline/command';
import { runGateway } from '@plumbline/gateway';
import { modelCatalog, runService } from '@plumbline/serving';
import { tellRefused } from '../apps/tellRefused';
import { endpointCatalog } from './endpointCatalog';
import { provideServer } from './provideServer';
import { runAll } from './runAll';
import { runWorker } from './runWorker';
import { servicesOf } from './services';

/** Starts what the settings name as target; resolves when it answers, rejects when it cannot start. */
export const startTarget: StartTarget = async (settings, log, tracing) => {
  const { target } = settings;
  if (target === 'all') return runAll(settings, log, tracing);
  if (target === 'worker') return runWorker(settings, log, tracing);
  const services = servicesOf(settings);
  tellRefused(services, log);
  if (target === 'gateway') return runGateway(endpointCatalog(services.all), settings, log, tracing);
  const definition = services.of(target);
  const catalog = modelCatalog(services.all, [definition]);
  const server = await provideServer(settings, log, [target]);
  return runService({ definition, catalog, server }, settings, log, tracing);
};
