import type { App } from '@plumbline/config';
import type { ServiceDefinition } from '@plumbline/engine';
import { createGateway, type GatewayParts, type ServiceConnection } from '@plumbline/gateway';
import { startServer } from '@plumbline/http';
import { endpointCatalog } from './catalogs';
import { consoleFolder } from './consoleFolder';
import { drainMilliseconds } from './drain';
import type { RunningTarget } from './runningTarget';
import { programVersion } from './version';

/** Opens the public door to these services; `doorOf` says how one is reached. */
export async function startGateway(
  parts: Omit<GatewayParts, 'catalog' | 'consoleFolder' | 'services' | 'limits'>,
  definitions: readonly ServiceDefinition[],
  doorOf: (app: App) => ServiceConnection,
): Promise<RunningTarget> {
  const { settings, log } = parts;
  const gateway = createGateway({
    ...parts,
    catalog: endpointCatalog(definitions, programVersion()),
    consoleFolder: consoleFolder(),
    services: Object.fromEntries(definitions.map(({ app }) => [app, doorOf(app)])),
  });
  await gateway.ready();
  const server = await startServer(gateway.app, {
    port: settings.port,
    host: settings.host,
    log,
    drainMilliseconds,
    connections: gateway.connections,
  });
  return {
    address: `http://${settings.host === '0.0.0.0' ? '127.0.0.1' : settings.host}:${server.port}`,
    stop: async () => {
      await server.stop();
      await gateway.close();
    },
  };
}
