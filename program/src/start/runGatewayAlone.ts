import type { StartTarget } from '@plumbline/command';
import { runGateway } from '@plumbline/gateway';
import { endpointCatalog } from './endpointCatalog';
import { servicesToStart } from './services';

/** Runs the gateway in this process, and nothing else. */
export const runGatewayAlone: StartTarget = async (settings, log, tracing, ending) => {
  const { all } = servicesToStart(settings, log);
  return runGateway(endpointCatalog(all), settings, log, tracing, ending);
};
