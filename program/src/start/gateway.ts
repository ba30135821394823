import type { Bus } from '@plumbline/bus';
import type { App, Settings } from '@plumbline/config';
import { createGateway, type ServiceDoor } from '@plumbline/gateway';
import { startServer } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Metrics } from '@plumbline/metrics';
import type { Tracing } from '@plumbline/tracing';
import { endpointCatalog } from './catalogs';
import { farewellMilliseconds } from './farewell';
import type { RunningTarget } from './target';
import { programVersion } from './version';

/** Opens the public door. */
export async function startGateway(
  settings: Settings,
  bus: Bus,
  services: Record<App, ServiceDoor>,
  log: Log,
  metrics: Metrics,
  tracing: Tracing | undefined,
): Promise<RunningTarget> {
  const gateway = createGateway({
    settings,
    bus,
    log,
    metrics,
    tracing,
    catalog: endpointCatalog(programVersion()),
    services,
  });
  await gateway.ready();
  const server = await startServer(gateway.app, {
    port: settings.port,
    host: settings.host,
    log,
    farewellMilliseconds,
  });
  return {
    address: `http://${settings.host === '0.0.0.0' ? '127.0.0.1' : settings.host}:${server.port}`,
    stop: async () => {
      await server.stop();
      await gateway.close();
    },
  };
}
