import { ServiceUnavailable } from '@plumbline/bus';
import type { App } from '@plumbline/config';
import type { Family } from '@plumbline/metrics';
import type { Tracing } from '@plumbline/tracing';
import { deliverDirectly } from './direct';
import { connectRemoteService, type RemoteParts, type RemoteService } from './remote';
import type { Deliver, ServiceConnection } from './serviceConnection';
import { traceDelivery } from './traceDelivery';

/** All services, as the gateway hands requests to them. */
export interface ConnectedServices {
  delivers: Record<App, Deliver>;
  /** What the processes of services measure that are not this one; who does not tell in time is left out. */
  measures(): Promise<Family[]>;
  /** Whether requests reach a service, which messages may do where requests do not; it has as many milliseconds to answer. */
  isReached(app: App, within: number): Promise<boolean>;
  close(): void;
}

/** Connects each service in its own way; requests to one that could not be started fail with a 503. */
export function connectServices(
  services: Record<App, ServiceConnection>,
  {
    apps,
    tracing,
    ...remoteParts
  }: RemoteParts & {
    apps: readonly App[];
    /** Set when traces are wanted. */
    tracing?: Tracing | undefined;
  },
): ConnectedServices {
  const remotes = new Map<App, RemoteService>();
  const traced = (app: App, kind: 'internal' | 'client', deliver: Deliver) =>
    tracing ? traceDelivery(app, kind, deliver, tracing) : deliver;
  const connect = (app: App): Deliver => {
    const connection = services[app]!;
    if (connection.kind === 'direct') return traced(app, 'internal', deliverDirectly(connection));
    if (connection.kind === 'absent')
      return (_req, _res, fail) => fail(new ServiceUnavailable(app, 'it is not started'));
    const remote = connectRemoteService(app, connection.url, remoteParts);
    remotes.set(app, remote);
    return traced(app, 'client', remote.deliver);
  };
  return {
    delivers: Object.fromEntries(apps.map((app) => [app, connect(app)])) as Record<App, Deliver>,
    measures: async () => (await Promise.all([...remotes.values()].map((remote) => remote.measures()))).flat(),
    isReached: async (app, within) => remotes.get(app)?.isReached(within) ?? true,
    close: () => {
      for (const { close } of remotes.values()) close();
    },
  };
}
