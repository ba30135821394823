import type { RequestListener } from 'node:http';
import type { RunningTarget } from '@plumbline/command';
import { type App, addressOf } from '@plumbline/config';
import { startServer } from '@plumbline/http';
import { drainMilliseconds } from '@plumbline/process';
import type { Catalog } from '../catalog';
import { createGateway, type Gateway, type GatewayParts } from '../gateway';
import { createBeginning } from '../health';
import type { ServiceConnection } from '../services/serviceConnection';
import { consoleFolder } from './consoleFolder';
import { createNeighbours, type KnownServices } from './neighbours';
import { replaceable } from './replaceable';

type Parts = Pick<GatewayParts, 'settings' | 'bus' | 'log' | 'metrics' | 'tracing'>;

/** Starts the gateway to the services of a catalog; `connectionTo` says how one is reached. */
export const startGateway = async (
  parts: Parts,
  catalog: Catalog,
  connectionTo: (app: App) => ServiceConnection,
): Promise<RunningTarget> => {
  const gateway = createGateway({
    ...parts,
    catalog,
    consoleFolder: consoleFolder(),
    services: Object.fromEntries(Object.keys(catalog.apps).map((app) => [app, connectionTo(app)])),
  });
  await gateway.ready();
  return open(parts, gateway.app, gateway);
};

/**
 * The same to services elsewhere, each as it says that it is: what one has besides, or a service that nobody here has heard
 * of, is there from the moment it has started.
 */
export async function startGatewayToNeighbours(parts: Parts, catalog: Catalog): Promise<RunningTarget> {
  const { settings } = parts;
  const neighbours = createNeighbours(parts, catalog, settings.serviceUrls);
  const beginning = createBeginning();
  const make = async (known: KnownServices): Promise<Gateway> => {
    const gateway = createGateway({
      ...parts,
      ...known,
      beginning,
      consoleFolder: consoleFolder(),
      unreachable: neighbours.missing,
    });
    await gateway.ready();
    return gateway;
  };
  const gateway = replaceable(await make(neighbours.known()));
  const following = await neighbours.follow(async (known) => gateway.replace(await make(known)));
  return open(parts, gateway.listener, {
    connections: gateway.connections,
    close: async () => {
      await following.stop();
      await gateway.close();
    },
  });
}

async function open(
  { settings, log }: Parts,
  listener: RequestListener,
  gateway: Pick<Gateway, 'connections' | 'close'>,
): Promise<RunningTarget> {
  const server = await startServer(listener, {
    port: settings.port,
    host: settings.host,
    log,
    drainMilliseconds,
    connections: gateway.connections,
  });
  return {
    address: addressOf({ host: settings.host, port: server.port }),
    stop: async () => {
      await server.stop();
      await gateway.close();
    },
  };
}
