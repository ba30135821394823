import { type Bus, changedBus } from '@plumbline/bus';
import { type App, csrfPurpose, keyFor, type Settings, ticketPurpose } from '@plumbline/config';
import { type ConnectionBounds, largestBody } from '@plumbline/http';
import { isForPeople, type Log } from '@plumbline/log';
import type { Metrics } from '@plumbline/metrics';
import type { Tracing } from '@plumbline/tracing';
import express from 'express';
import { indexAddresses } from './addresses';
import { admitRequests } from './admitRequests';
import { createApi } from './api/api';
import { createAuthorize } from './api/authorize';
import { createAuthenticate } from './authentication/authenticate';
import { createConceal } from './authentication/conceal';
import { createCsrfTokens } from './authentication/csrf';
import { createIdentityCache } from './authentication/identityCache';
import type { Catalog } from './catalog';
import { allowedHosts } from './clients/allowedHosts';
import { createReadClient, trustedProxies } from './clients/readClient';
import { createRequestShare } from './clients/requestShare';
import { createConsolePages } from './console/consolePages';
import { type Beginning, createBeginning, createExamine, createIsInTime, createReadiness } from './health';
import { hear } from './hear';
import { createApiDescription } from './openapi/apiDescription';
import { ownPaths } from './openapi/ownPaths';
import { createAccountPages } from './pages/account/accountPages';
import { explorerFiles } from './pages/explorer';
import { createLoginPage } from './pages/login';
import { createLogoutPage } from './pages/logout';
import { createMetricsPage } from './pages/metrics';
import { createPages } from './pages/pages';
import { createRefuseAsPage } from './pages/refuseAsPage';
import { createRequestMetrics } from './requestMetrics';
import { connectServices } from './services/connectServices';
import type { ServiceConnection } from './services/serviceConnection';
import { statementKeys } from './services/statementKeys';
import { createFactorPage } from './signIn/factorPage';
import { createOffer } from './signIn/offer';
import { createSignInPages } from './signIn/signInPages';
import { describedViews } from './views/describedViews';
import { documentationViews } from './views/documentation';
import { lookupValueViews } from './views/lookupValue';
import { swaggerViews } from './views/swagger';
import { createRecentWriters } from './writers/recentWriters';

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
  services: Record<App, ServiceConnection>;
  /** Called when no process of a service that is elsewhere takes a connection. */
  unreachable?: ((app: App) => void) | undefined;
  /** The folder of the built console; none is served without. */
  consoleFolder?: string | undefined;
  /** Set where it takes the place of another. */
  beginning?: Beginning;
  limits?: Partial<GatewayLimits>;
}

export interface GatewayLimits {
  /** Milliseconds a request may take before nobody waits for it any more. */
  patience: number;
  /** Largest request body in bytes. */
  bodyBytes: number;
  /** Milliseconds an identity is relied on without asking the users service again. */
  identityLifetime: number;
  /** Milliseconds in which services that have never answered are taken to be starting. */
  startsWithin: number;
  /** Milliseconds for which it is not ready while a service has never answered. */
  readyWithin: number;
}

export interface Gateway {
  /** To be handed to an HTTP server. */
  app: express.Application;
  /** How that server shares out its connections. */
  connections: ConnectionBounds;
  /** Resolves when it hears of changed users and of services that start: it may be asked then. Whether its services work it does not wait for. */
  ready(): Promise<void>;
  /** Lets go of the services' connections and of the bus' events; requests must have been answered before. */
  close(): Promise<void>;
}

const usualLimits: GatewayLimits = {
  patience: 10_000,
  bodyBytes: largestBody,
  identityLifetime: 2000,
  startsWithin: 180_000,
  readyWithin: 60_000,
};

/** What of the catalog can be asked for: applications that could not be started are only known to be away. */
const withoutAbsent = ({ apps, version }: Catalog, services: Record<App, ServiceConnection>): Catalog => ({
  apps: Object.fromEntries(Object.entries(apps).filter(([app]) => services[app]?.kind !== 'absent')),
  version,
});

/** Puts the gateway together. */
export function createGateway({
  settings,
  bus: shared,
  log,
  metrics,
  tracing,
  catalog,
  services,
  unreachable,
  consoleFolder,
  beginning = createBeginning(),
  limits,
}: GatewayParts): Gateway {
  const { patience, bodyBytes, identityLifetime, startsWithin, readyWithin } = { ...usualLimits, ...limits };
  const bus = changedBus(shared, {
    request: (subject, payload, call) => shared.request(subject, payload, { ...call, asker: 'gateway' }),
  });
  const apps = Object.keys(catalog.apps);
  const present = withoutAbsent(catalog, services);
  const cache = createIdentityCache({ lifetime: identityLifetime, capacity: 10_000 });
  const forgetIdentities = () => cache.clear();
  const users = hear(bus, { app: 'users', model: '*', verb: 'changed' }, log, forgetIdentities);
  const { lag, pause } = settings.readReplicas;
  const writers = createRecentWriters({ bus, log, lag, pause });

  const conceal = createConceal(settings.secretKey);
  const csrf = createCsrfTokens(keyFor(csrfPurpose, settings.secretKey));
  const offer = createOffer(bus);
  const isTrusted = trustedProxies(settings.trustedProxies);
  const authenticate = createAuthenticate({
    bus,
    cache,
    csrf,
    conceal,
    offer,
    isTrusted,
    ticketKey: keyFor(ticketPurpose, settings.secretKey),
  });

  const keys = statementKeys(settings.secretKey, apps);
  const connected = connectServices(services, {
    apps,
    statementKeys: keys,
    metricsToken: settings.metricsToken,
    log,
    tracing,
    unreachable,
  });
  const asking = { bus, isReached: connected.isReached, isInTime: createIsInTime(log) };
  const examine = createExamine(asking, apps, beginning, startsWithin);

  const apiViews = describedViews(bus, present);
  const description = createApiDescription(bus, Object.keys(present.apps), log, ownPaths(apiViews));

  const api = createApi({
    authorize: createAuthorize({ authenticate, log, patience }),
    findAddress: indexAddresses(catalog),
    apiViews: [...apiViews, ...lookupValueViews(description, present)],
    documentViews: [...documentationViews(description), ...swaggerViews(description)],
    statementKeys: keys,
    services: connected.delivers,
    bodyLimit: bodyBytes,
    writers,
    forgetIdentities,
  });
  const forms = { bus, csrf, conceal, patience, forgetIdentities, log };
  const site = createPages({
    metrics: settings.metricsEnabled
      ? createMetricsPage({
          token: settings.metricsToken,
          metrics,
          bus,
          apps,
          elsewhere: connected.measures,
          examine,
        })
      : undefined,
    login: createLoginPage({ ...forms, offer }),
    logout: createLogoutPage(forms),
    account: createAccountPages({ ...forms, authenticate, writers, statementKeys: keys }),
    console: consoleFolder === undefined ? undefined : createConsolePages(consoleFolder),
    examine,
    isReady: createReadiness(asking, Object.keys(present.apps), beginning, Math.min(readyWithin, startsWithin)),
  });

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(
    admitRequests({
      readClient: createReadClient(isTrusted),
      isAllowedHost: allowedHosts(settings.allowedHosts, settings.host),
      takeShare: createRequestShare(settings.connections.perAddress),
      log,
      requestLevel: isForPeople(settings.logFormat) ? 'debug' : 'info',
      metrics: createRequestMetrics(metrics),
      tracing,
    }),
    explorerFiles(),
    api,
    createFactorPage({ ...forms, offer }),
    createSignInPages({ ...forms, offer }),
    site,
    createRefuseAsPage(log),
  );

  return {
    app,
    connections: { ...settings.connections, isShared: isTrusted },
    async ready() {
      await users.ready();
      await description.ready();
      await writers.ready();
    },
    async close() {
      await users.close();
      await description.close();
      await writers.close();
      connected.close();
    },
  };
}
