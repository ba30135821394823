import { type App, apps, fileVariable, type Settings } from '@plumbline/config';
import { byApp } from './by-app';

/** What the parts of a split deployment on one machine share. */
export interface SharedParts {
  /** Absent when the settings' own database addresses are used. */
  databaseUrl?: string;
  natsUrl: string;
  /** Where each service listens on 127.0.0.1. */
  ports: Record<App, number>;
}

/**
 * The environment of each child: everything we were told, except that addresses point at the parts we started.
 * Services listen on 127.0.0.1 only, since nobody but the gateway may reach them.
 */
export function childEnvironments(
  settings: Settings,
  parts: SharedParts,
  env: NodeJS.ProcessEnv,
): Record<'gateway' | App, NodeJS.ProcessEnv> {
  const ours: NodeJS.ProcessEnv = {
    PLUMBLINE_DATA: settings.dataDir,
    PLUMBLINE_SECRET_KEY: settings.secretKey,
    NATS_URL: parts.natsUrl,
    ...(parts.databaseUrl === undefined ? {} : { DATABASE_URL: parts.databaseUrl }),
  };
  const shared = handedOn(env, ours);
  const serviceUrls = Object.fromEntries(
    apps.map((app) => [`${app.toUpperCase()}_URL`, `http://127.0.0.1:${parts.ports[app]}`]),
  );
  const gateway = { ...shared, ...serviceUrls, HOST: settings.host, PORT: String(settings.port) };
  const service = (app: App) => ({ ...shared, HOST: '127.0.0.1', PORT: String(parts.ports[app]) });
  return { gateway, ...byApp(service) };
}

/** An environment with some variables said anew; what was read from a file is handed on as it was read. */
export function handedOn(env: NodeJS.ProcessEnv, ours: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = Object.keys(ours).map((name) => [fileVariable(name), undefined]);
  return { ...env, ...Object.fromEntries(read), ...ours };
}
