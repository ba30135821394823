import type { Bus } from '@plumbline/bus';
import { type App, apps, type Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import type { Metrics } from '@plumbline/metrics';
import type { Tracing } from '@plumbline/tracing';
import express from 'express';
import { indexAddresses } from './addresses';
import { createAdmit } from './api/admit';
import { createApiDoor } from './api/api-door';
import { createAuthenticate } from './authentication/authenticate';
import { createCsrfTokens } from './authentication/csrf';
import { createFailureBrake } from './authentication/failure-brake';
import { createIdentityCache } from './authentication/identity-cache';
import type { Catalog } from './catalog';
import { createDoor } from './door';
import { examine, type Health } from './health';
import { createApiDescription } from './openapi/api-description';
import { ownPaths } from './openapi/own-paths';
import { explorerFiles } from './pages/explorer';
import { createLoginPage } from './pages/login';
import { createLogoutPage } from './pages/logout';
import { createMetricsPage } from './pages/metrics';
import { createRequestMetrics } from './request-metrics';
import { deliverDirectly } from './services/direct';
import { connectRemoteService, type RemoteService } from './services/remote';
import type { Deliver, ServiceDoor } from './services/service-door';
import { traceDelivery } from './services/trace-delivery';
import { createSiteDoor } from './site-door';
import { documentationViews } from './views/documentation';
import { indexViews } from './views/indexes';
import { lookupChoicesViews } from './views/lookup-choices';
import { lookupValueViews } from './views/lookup-value';
import { menuView } from './views/menu';
import { objectCountsView } from './views/object-counts';
import { statusView } from './views/status';
import { swaggerViews } from './views/swagger';
import { createRecentWriters } from './writers/recent-writers';

export interface GatewayParts {
  settings: Settings;
  bus: Bus;
  log: Log;
  /** Where it counts what comes through, beside what else the process measures. */
  metrics: Metrics;
  /** Set when traces are wanted. */
  tracing?: Tracing | undefined;
  /** The endpoints there are. */
  catalog: Catalog;
  /** How to reach each service. */
  services: Record<App, ServiceDoor>;
  limits?: Partial<GatewayLimits>;
}

export interface GatewayLimits {
  /** Milliseconds a request may take before nobody waits for it any more. */
  patience: number;
  /** Largest request body in bytes. */
  bodyBytes: number;
  /** Milliseconds an identity is relied on without asking the users service again. */
  identityLifetime: number;
}

export interface Gateway {
  /** To be handed to an HTTP server. */
  app: express.Application;
  /** Resolves when changes of users are heard of, with what works and what does not, databases included. */
  ready(): Promise<Health>;
  /** Lets go of the services' connections and of the bus' events; requests must have been answered before. */
  close(): Promise<void>;
}

const usualLimits: GatewayLimits = { patience: 10_000, bodyBytes: 32 * 1024 * 1024, identityLifetime: 2000 };

/** Puts the public door together. */
export function createGateway({
  settings,
  bus,
  log,
  metrics,
  tracing,
  catalog,
  services,
  limits,
}: GatewayParts): Gateway {
  const { patience, bodyBytes, identityLifetime } = { ...usualLimits, ...limits };
  const cache = createIdentityCache({ lifetime: identityLifetime, capacity: 10_000 });
  const subscribed = bus.subscribe({ app: 'users', model: '*', verb: 'changed' }, async () => cache.clear());
  subscribed.catch((error) => log.error({ error }, 'cannot hear of changed users'));
  const forgetIdentities = () => cache.clear();
  const { lag, pause } = settings.readReplicas;
  const writers = createRecentWriters({ bus, log, lag, pause });

  const csrf = createCsrfTokens(settings.secretKey);
  const passwordBrake = createFailureBrake({
    free: 5,
    spacing: 500,
    longest: 4000,
    forgiveness: 10_000,
    capacity: 10_000,
  });
  const tokenBrake = createFailureBrake({ free: 20, spacing: 50, longest: 1000, forgiveness: 2000, capacity: 10_000 });
  const authenticate = createAuthenticate({
    bus,
    cache,
    csrf,
    passwordBrake,
    tokenBrake,
    secretKey: settings.secretKey,
  });

  const remotes: RemoteService[] = [];
  const followed = (app: App, kind: 'internal' | 'client', deliver: Deliver) =>
    tracing ? traceDelivery(app, kind, deliver, tracing) : deliver;
  const delivers = apps.map((app): [App, Deliver] => {
    const door = services[app];
    if (door.kind === 'direct') return [app, followed(app, 'internal', deliverDirectly(door))];
    const remote = connectRemoteService(app, door.url, settings.secretKey);
    remotes.push(remote);
    return [app, followed(app, 'client', remote.deliver)];
  });

  const apiViews = [
    ...indexViews(catalog),
    statusView(bus, catalog),
    objectCountsView(bus, catalog),
    menuView(bus, catalog),
    ...lookupChoicesViews(bus, catalog),
  ];
  const description = createApiDescription(bus, log, ownPaths(apiViews));

  const api = createApiDoor({
    admit: createAdmit({ authenticate, log, patience }),
    findAddress: indexAddresses(catalog),
    apiViews: [...apiViews, ...lookupValueViews(description, catalog)],
    documentViews: [...documentationViews(description), ...swaggerViews(description)],
    services: Object.fromEntries(delivers) as Record<App, Deliver>,
    bodyLimit: bodyBytes,
    writers,
    forgetIdentities,
  });
  const site = createSiteDoor({
    log,
    metrics: createMetricsPage({
      metrics,
      bus,
      elsewhere: async () => (await Promise.all(remotes.map((remote) => remote.measures()))).flat(),
    }),
    login: createLoginPage({ bus, csrf, passwordBrake, patience }),
    logout: createLogoutPage({ bus, forgetIdentities, patience }),
    examine: () => examine(bus),
    isReady: () => bus.ready(),
  });

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(
    createDoor({ api, site, explorerFiles: explorerFiles(), log, metrics: createRequestMetrics(metrics), tracing }),
  );

  return {
    app,
    async ready() {
      await subscribed;
      await writers.ready();
      return examine(bus);
    },
    async close() {
      const unsubscribe = await subscribed;
      await unsubscribe();
      await writers.close();
      for (const { close } of remotes) close();
    },
  };
}
