import type { StartTarget } from '@plumbline/command';
import { runGateway } from '@plumbline/gateway';
import { tellRefused } from '../apps/tellRefused';
import { endpointCatalog } from './endpointCatalog';
import { servicesOf } from './services';

/** Runs the gateway in this process, and nothing else. */
export const runGatewayAlone: StartTarget = async (settings, log, tracing) => {
  const services = servicesOf(settings);
  tellRefused(services, log);
  return runGateway(endpointCatalog(services.all), settings, log, tracing);
};
