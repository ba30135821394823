import { join } from 'node:path';
import { type App, fileVariable, type Settings, secretNamesOf, serviceUrlVariable } from '@plumbline/config';
import { keysOfPart } from '@plumbline/process';

/** What the parts of a split deployment on one machine share. */
export interface SharedParts {
  /** Absent when the settings' own database addresses are used. */
  databaseUrl?: string;
  natsUrl: string;
  /** Where each service listens on 127.0.0.1. */
  ports: Record<App, number>;
}

/**
 * The environment of each child: everything we were told, except that addresses point at the parts we started, and that
 * of the secret key it has the keys of its own part alone. Further processes of a service, named by `<APP>_URL`, are
 * known to the gateway beside ours.
 * Services listen on 127.0.0.1 only, since nobody but the gateway may reach them.
 */
export function childEnvironments(
  settings: Settings,
  parts: SharedParts,
  env: NodeJS.ProcessEnv,
): Record<'gateway' | App, NodeJS.ProcessEnv> {
  const ours: NodeJS.ProcessEnv = {
    PLUMBLINE_DATA: settings.dataDir,
    NATS_URL: parts.natsUrl,
    // Newer versions of node keep what they compiled there: a part that starts again does so in half the time.
    NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE ?? join(settings.dataDir, 'compile-cache'),
    ...(parts.databaseUrl === undefined ? {} : { DATABASE_URL: parts.databaseUrl }),
  };
  const shared = handedOn(env, ours);
  const apps = Object.keys(parts.ports);
  const serviceUrls = Object.fromEntries(
    apps.map((app) => [
      serviceUrlVariable(app),
      withOwn(env[serviceUrlVariable(app)], `http://127.0.0.1:${parts.ports[app]}`),
    ]),
  );
  // How people are known elsewhere, with the secrets for that, is for the users service alone.
  const strangers = { ...shared, ...Object.fromEntries(signInVariables.map((name) => [name, undefined])) };
  const keys = (part: 'gateway' | App) => ({ PLUMBLINE_SECRET_KEY: keysOfPart(part, settings, parts.databaseUrl) });
  const gateway = {
    ...strangers,
    ...keys('gateway'),
    ...serviceUrls,
    HOST: settings.host,
    PORT: String(settings.port),
  };
  const service = (app: App) => ({
    ...(app === 'users' ? shared : strangers),
    ...keys(app),
    HOST: '127.0.0.1',
    PORT: String(parts.ports[app]),
  });
  return { gateway, ...Object.fromEntries(apps.map((app) => [app, service(app)])) };
}

/** The setting, the file it may stand in, and its names in the field. */
const signInVariables = [...secretNamesOf('PLUMBLINE_SIGN_IN'), fileVariable('PLUMBLINE_SIGN_IN')];

/** What the gateway was told of a service's processes, and the one we start unless it is among them. */
function withOwn(told: string | undefined, own: string): string {
  if (!told) return own;
  const urls = told.split(',').map((url) => url.trim());
  const isOwn = (url: string) =>
    new URL(url).origin === own || new URL(url).origin === own.replace('127.0.0.1', 'localhost');
  return urls.some(isOwn) ? urls.join(',') : [...urls, own].join(',');
}

/** An environment with some variables said anew; what was read from a file is handed on as it was read. */
export function handedOn(env: NodeJS.ProcessEnv, ours: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = Object.keys(ours).map((name) => [fileVariable(name), undefined]);
  return { ...env, ...Object.fromEntries(read), ...ours };
}
