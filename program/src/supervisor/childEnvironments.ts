import { join } from 'node:path';
import { type App, fileVariable, type Settings, serviceUrlVariable, signInSecrets } from '@plumbline/config';
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
  const strangers = withoutSignInSecrets(shared);
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

/** What workers have to be told beside the environment they inherit. */
export interface WorkerSurroundings {
  /** Absent when the settings' own database addresses are used. */
  databaseUrl: string | undefined;
  /** `http://127.0.0.1:8080` */
  gatewayUrl: string;
}

/** The environment of workers, wherever they are started from. */
export function workerEnvironment(
  settings: Settings,
  { databaseUrl, gatewayUrl }: WorkerSurroundings,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return handedOn(withoutSignInSecrets(env), {
    PLUMBLINE_DATA: settings.dataDir,
    PLUMBLINE_SECRET_KEY: keysOfPart('worker', settings, databaseUrl),
    // Jobs ask the gateway: neither they nor the worker have any business on the bus.
    NATS_URL: undefined,
    // Nor do they listen; what they were told of where may be wrong, and an option have told us better.
    HOST: undefined,
    PORT: undefined,
    GATEWAY_URL: gatewayUrl,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
}

/** What people are known by is for the users service alone: an environment for all others. */
const withoutSignInSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  ...Object.fromEntries(signInSecrets.map((name) => [name, undefined])),
});

/** What the gateway was told of a service's processes, and the one we start unless it is among them. */
function withOwn(told: string | undefined, own: string): string {
  if (!told) return own;
  const urls = told.split(',').map((url) => url.trim());
  const isOwn = (url: string) =>
    new URL(url).origin === own || new URL(url).origin === own.replace('127.0.0.1', 'localhost');
  return urls.some(isOwn) ? urls.join(',') : [...urls, own].join(',');
}

/** An environment with some variables said anew; what was read from a file is handed on as it was read. */
function handedOn(env: NodeJS.ProcessEnv, ours: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = Object.keys(ours).map((name) => [fileVariable(name), undefined]);
  return { ...env, ...Object.fromEntries(read), ...ours };
}
