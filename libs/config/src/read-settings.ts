import { resolve } from 'node:path';
import type { z } from 'zod/v4';
import type { Definition } from './definition';
import { allDefinitions, databaseUrlOf, defaultPort, definitions, serviceUrlOf } from './definitions';
import { nearest } from './nearest';
import { readOptions } from './options';
import { type App, apps, type Settings } from './settings';
import { SettingsError } from './settings-error';

/** Environment variables by name; an empty one says nothing, as in a compose file that passes on what is not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

type Definitions = typeof definitions;
type Value<D extends Definition<unknown>> = D extends { fallback: string }
  ? z.infer<D['schema']>
  : z.infer<D['schema']> | undefined;
type Values = { [K in keyof Definitions]: Value<Definitions[K]> };

const ourPrefix = 'PLUMBLINE_';
/** What Kubernetes adds for a Service whose name starts with `plumbline`; nobody wrote these. */
const addedByKubernetes = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP|SCTP)(_\w+)?)?)$/;

/**
 * Reads everything a process is told from its environment and its arguments after the command.
 * Throws one `SettingsError` that names every unknown option, every unknown `PLUMBLINE_` variable and every bad value.
 * A secret key nobody set is left empty; `ensureSecretKey` fills it in.
 */
export function readSettings(env: Environment, argv: readonly string[] = []): Settings {
  const problems: string[] = [];
  const options = readOptions(argv, problems);
  refuseUnknownVariables(env, problems);
  const read = (definition: Definition<unknown>) => readOne(definition, env, options, problems);
  const values = Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, read(definition)]),
  ) as unknown as Values;
  const settings: Settings = {
    target: values.target,
    host: values.host,
    port: values.port ?? defaultPort(values.target),
    dataDir: resolve(values.dataDir),
    databaseUrl: values.databaseUrl,
    databaseUrls: byApp((app) => read(databaseUrlOf(app)) as string | undefined),
    databasePoolSize: values.databasePoolSize,
    natsUrl: values.natsUrl,
    serviceUrls: byApp((app) => read(serviceUrlOf(app)) as string | undefined),
    secretKey: values.secretKey ?? '',
    superuser: {
      name: values.superuserName,
      password: values.superuserPassword,
      apiToken: values.superuserApiToken,
    },
    maxPageSize: values.maxPageSize,
    paginateCount: values.paginateCount,
    strictFiltering: values.strictFiltering,
    nestedRelations: values.nestedRelations,
    outboxHours: values.outboxHours,
    secretsFolder: values.secretsFolder && resolve(values.secretsFolder),
    outgoingAllow: values.outgoingAllow ?? [],
    logLevel: values.logLevel,
  };
  if (settings.target !== 'all' && !env.NATS_URL) {
    problems.push(`NATS_URL is missing: --target=${settings.target} reaches the other services over NATS.`);
  }
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

function refuseUnknownVariables(env: Environment, problems: string[]): void {
  const known = allDefinitions.flatMap(({ variable }) => variable ?? []);
  for (const name of Object.keys(env)) {
    if (!name.startsWith(ourPrefix) || known.includes(name) || addedByKubernetes.test(name)) continue;
    const likely = nearest(name, known);
    problems.push(`${name} is not a setting.${likely ? ` Did you mean ${likely}?` : ' Remove it.'}`);
  }
}

/** A value that cannot be read becomes a problem, and the fallback stands in so that the rest is still checked. */
function readOne(
  { variable, option, fallback, schema, isSecret }: Definition<unknown>,
  env: Environment,
  options: ReadonlyMap<string, string>,
  problems: string[],
): unknown {
  const fromOption = option === undefined ? undefined : options.get(option);
  const fromVariable = variable === undefined ? undefined : env[variable] || undefined;
  const said = fromOption ?? fromVariable;
  if (said !== undefined) {
    const result = schema.safeParse(said);
    if (result.success) return result.data;
    const name = fromOption === undefined ? variable : `--${option}`;
    const reason = result.error.issues[0]?.message;
    problems.push(`${name} must ${reason}${isSecret ? '.' : `, not "${said}".`}`);
  }
  return fallback === undefined ? undefined : schema.parse(fallback);
}

function byApp<T>(read: (app: App) => T | undefined): Partial<Record<App, T>> {
  const entries = apps.flatMap((app) => {
    const value = read(app);
    return value === undefined ? [] : [[app, value] as const];
  });
  return Object.fromEntries(entries) as Partial<Record<App, T>>;
}
