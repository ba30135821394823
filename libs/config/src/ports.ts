import { type App, apps, type Settings } from './settings';

/** Where the gateway listens when nobody says otherwise. */
export const gatewayPort = 8080;

/**
 * Where a target listens when nobody says otherwise: the gateway on 8080, the services on the ports after it, in the order
 * of `services`.
 */
export function defaultPort(target: string, services: readonly App[] = apps): number {
  const index = services.indexOf(target);
  return index < 0 ? gatewayPort : gatewayPort + 1 + index;
}

/** What a target listens on when nobody says otherwise: a service on the loopback interface, where the gateway may be. */
export const defaultHost = (target: string, services: readonly App[] = apps): string =>
  services.includes(target) ? '127.0.0.1' : '0.0.0.0';

/** What stands for all addresses of a machine, and is none to be reached at. */
const anywhere: readonly string[] = ['0.0.0.0', '::'];

/**
 * Where a process that listens there is reached: where it listens on all addresses of its machine, on its own, or by the
 * name that others have for `machine`.
 */
export function addressOf({ host, port }: Pick<Settings, 'host' | 'port'>, machine = '127.0.0.1'): string {
  const name = anywhere.includes(host) ? machine : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Where the gateway is reached from its machine: as the settings say, or where it listens. */
export const gatewayAddress = (settings: Pick<Settings, 'gatewayUrl' | 'host' | 'port'>): string =>
  settings.gatewayUrl ?? addressOf(settings);
