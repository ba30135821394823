import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Bus } from '@plumbline/bus';
import { type App, appsOf, keyFor, type Settings, statementPurpose } from '@plumbline/config';
import { isOlder, type ManifestReply, manifestIn } from '@plumbline/engine';
import type { Log } from '@plumbline/log';
import type { Application } from '@plumbline/process';
import { asMessage } from '@plumbline/process';
import type { Catalog } from '../catalog';
import type { ServiceConnection } from '../services/serviceConnection';

/** What a gateway is made of that services tell it. */
export interface KnownServices {
  catalog: Catalog;
  services: Record<App, ServiceConnection>;
}

export interface Neighbours {
  known(): KnownServices;
  /** Nobody is where a service said to be: asks whether it is elsewhere, unless that was asked a moment ago. */
  missing(app: App): void;
  /** Calls back with what is known whenever that changes, one call after the other. */
  follow(changed: (known: KnownServices) => Promise<void>): Promise<{ stop(): Promise<void> }>;
}

interface NeighboursParts {
  bus: Bus;
  log: Log;
  settings: Settings;
}

/** An application as its service has told of it. */
const asApplication = (told: NonNullable<ManifestReply['application']>) => told as unknown as Application;

/** Milliseconds between looks at all services: an event may have been missed. */
const interval = 60_000;
/** Milliseconds after a look for a service that is not where it said to be in which there is no other for that. */
const missingInterval = 5_000;
const answerWithin = 5_000;

/**
 * What the gateway knows of services: at first what the code here says, then what each says of itself. Of one that is away,
 * and of one that cannot be asked because it is of an earlier version, what was last known stays true.
 */
export function createNeighbours(
  { bus, log, settings }: NeighboursParts,
  catalog: Catalog,
  urls: Partial<Record<App, string>>,
): Neighbours {
  const applications = new Map<App, Application>(
    Object.entries(catalog.apps).map(([app, application]) => [app, asApplication(asMessage(application))]),
  );
  const told = new Map<App, string>();
  const newest = new Map<App, string>();
  const missing = new Set<App>();
  let lookAt: ((app: App) => void) | undefined;

  const known = (): KnownServices => {
    const reached = [...applications].filter(([app]) => (urls[app] ?? told.get(app)) !== undefined);
    return {
      catalog: { ...catalog, apps: Object.fromEntries(reached) },
      services: Object.fromEntries(
        reached.map(([app]) => [app, { kind: 'remote', url: urls[app] ?? told.get(app)! }] as const),
      ),
    };
  };

  /** Whether anything is known now that was not before. */
  async function learnOf(app: App, isMissing: boolean): Promise<boolean> {
    const call = { requestId: randomUUID(), asker: 'gateway', deadline: Date.now() + answerWithin };
    const manifest = await manifestIn(bus.request({ app, model: 'service', verb: 'manifest' }, {}, call));
    if (manifest === undefined) return false;
    const { application, url, version } = manifest;
    if (application === undefined) return false;
    // Requests are vouched for with a key of the service; without it nothing can be asked of it.
    keyFor(statementPurpose(app), settings.secretKey);
    const isNewest = !isOlder(version, newest.get(app) ?? version);
    // An older one is reached where it is all that is left, after the newer one was taken back.
    const isReached = isNewest || isMissing;
    const isMoved = isReached && urls[app] === undefined && url !== undefined && url !== told.get(app);
    if (isMoved) told.set(app, url);
    const isNews = isNewest && !isDeepStrictEqual(application, applications.get(app));
    if (isNewest) newest.set(app, version);
    if (isNews) applications.set(app, asApplication(application));
    if (isMoved || isNews) log.info({ app, version }, 'a service is not what it was known as');
    return isMoved || isNews;
  }

  /** The same, and lets one that is missing be looked for again in a while. */
  function lookFor(app: App): Promise<boolean> {
    const isMissing = missing.has(app);
    const found = learnOf(app, isMissing);
    return found.finally(() => {
      if (isMissing) setTimeout(() => missing.delete(app), missingInterval).unref();
    });
  }

  return {
    known,
    missing(app) {
      if (urls[app] !== undefined || missing.has(app)) return;
      missing.add(app);
      lookAt?.(app);
    },
    async follow(changed) {
      let last = Promise.resolve();
      let isStopped = false;
      const look = (apps: readonly App[]): Promise<void> => {
        last = last.then(async () => {
          if (isStopped) return;
          const news = await Promise.all(
            apps.map((app) =>
              lookFor(app).catch((error) => {
                log.info({ error: String(error), app }, 'what a service is cannot be asked now');
                return false;
              }),
            ),
          );
          if (!news.some(Boolean)) return;
          await changed(known()).catch((error) => log.error({ error }, 'what services have become cannot be served'));
        });
        return last;
      };
      const unsubscribe = await bus.subscribe({ app: '*', model: 'service', verb: 'started' }, (_event, { app }) =>
        look([app]),
      );
      lookAt = (app) => void look([app]);
      const everybody = () => [...new Set([...applications.keys(), ...appsOf(settings)])];
      const timer = setInterval(() => void look(everybody()), interval);
      const forgetBus = bus.onFound(() => void look(everybody()));
      void look(everybody());
      return {
        stop: async () => {
          isStopped = true;
          clearInterval(timer);
          forgetBus();
          await unsubscribe();
          await last;
        },
      };
    },
  };
}
