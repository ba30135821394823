import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod/v4';
import type { Definition } from './definition';
import {
  allDefinitions,
  databaseUrlOf,
  definitions,
  fileVariable,
  readReplicaUrlOf,
  serviceUrlOf,
  targetAmong,
} from './definitions';
import { nearest } from './nearest';
import { readOptions } from './options';
import { defaultHost, defaultPort } from './ports';
import { type App, appsOf, type Settings } from './settings';
import { SettingsError } from './settingsError';

/** Environment variables by name; an empty one says nothing, as in a compose file that passes on what is not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

type Definitions = typeof definitions;
type Value<D extends Definition<unknown>> = D extends { fallback: string }
  ? z.infer<D['schema']>
  : z.infer<D['schema']> | undefined;
type Said = { [K in keyof Definitions]: Value<Definitions[K]> };
type Values = Said & Pick<Settings, 'loadedApps'>;

/** Seconds that answers may be old when nobody says how many. */
const usualLag = 5;
const ourPrefix = 'PLUMBLINE_';
/**
 * What Kubernetes adds for a Service whose name starts with `plumbline`; nobody wrote these. Of `…_PORT` it writes an
 * address, where whoever means our port writes a number.
 */
const isAddedByKubernetes = (name: string, value: string): boolean =>
  /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_\w+)?)$/.test(name) ||
  (name.endsWith('_PORT') && /^(tcp|udp|sctp):/.test(value));

/**
 * Reads everything a process is told from its environment and its arguments after the command.
 * Throws one `SettingsError` that names every unknown option, every unknown `PLUMBLINE_` variable and every bad value.
 * A secret key nobody set is left empty; `ensureSecretKey` fills it in. Who is `alone`, as a command about one part is, asks
 * no other and needs no broker.
 */
export function readSettings(env: Environment, argv: readonly string[] = [], { alone = false } = {}): Settings {
  const problems: string[] = [];
  const options = readOptions(argv, problems);
  refuseUnknownVariables(env, problems);
  const read = (definition: Definition<unknown>) => readOne(definition, env, options, problems);
  const said = Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, read(definition)]),
  ) as unknown as Said;
  const values: Values = { ...said, loadedApps: said.loadedApps ?? [] };
  const settings = settingsFrom(values, namedByApplication(values, read));
  problems.push(...contradictionsIn(values));
  if (!alone) problems.push(...brokerMissing(settings, problems));
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

/** What is said of each application: which one this process is, and where the others are. */
interface NamedByApplication extends Pick<Settings, 'target' | 'databaseUrls' | 'serviceUrls'> {
  services: readonly App[];
  replicaUrls: Settings['readReplicas']['urls'];
}

function namedByApplication(values: Values, read: (definition: Definition<unknown>) => unknown): NamedByApplication {
  const services = appsOf(values);
  const urls = (definitionOf: (app: App) => Definition<unknown>) =>
    byName(services, (app) => read(definitionOf(app)) as string | undefined);
  const databaseUrls = urls(databaseUrlOf);
  return {
    services,
    target: read(targetAmong(services)) as Settings['target'],
    databaseUrls,
    serviceUrls: urls((app) => serviceUrlOf(app, services)),
    replicaUrls: replicaUrlsOf(services, values.readReplicaUrl, urls(readReplicaUrlOf), databaseUrls),
  };
}

/** The settings that values stand for: paths whole, times in the units of `Settings`, what is not said as usual. */
function settingsFrom(values: Values, named: NamedByApplication): Settings {
  const { services, target, databaseUrls, serviceUrls, replicaUrls } = named;
  return {
    target,
    loadedApps: values.loadedApps,
    host: values.host ?? defaultHost(target, services),
    port: values.port ?? defaultPort(target, services),
    trustedProxies: values.trustedProxies ?? [],
    allowedHosts: values.allowedHosts ?? [],
    connections: { total: values.connections, perAddress: values.connectionsPerAddress },
    metricsEnabled: values.metricsEnabled,
    metricsToken: values.metricsToken,
    dataDir: resolve(values.dataDir),
    databaseUrl: values.databaseUrl,
    databaseUrls,
    databaseRolePrefix: values.databaseRolePrefix,
    databasePoolSize: values.databasePoolSize,
    databaseUse: {
      pooled: values.databasePooler === 'transaction',
      fastPaths: values.databaseFastPaths,
      ...(values.databasePoolerAnswers === undefined ? {} : { answersName: values.databasePoolerAnswers }),
    },
    readReplicas: {
      urls: replicaUrls,
      lag: (values.readReplicaLag ?? (Object.keys(replicaUrls).length > 0 ? usualLag : 0)) * 1_000,
      pause: values.readReplicaPause * 1_000,
    },
    natsUrl: values.natsUrl,
    ...natsTlsOf(values),
    natsOpen: values.natsOpen,
    serviceUrls,
    secretKey: values.secretKey ?? '',
    superuser: {
      name: values.superuserName,
      email: values.superuserEmail,
      password: values.superuserPassword,
      apiToken: values.superuserApiToken,
    },
    signIn: {
      methods: values.signIn ?? [],
      local: values.localSignIn,
      secondFactor: values.secondFactor,
      password: { length: values.passwordLength, strength: values.passwordStrength },
      session: { seconds: values.sessionSeconds, idleSeconds: values.sessionIdleSeconds },
    },
    maxPageSize: values.maxPageSize,
    paginateCount: values.paginateCount,
    strictFiltering: values.strictFiltering,
    nestedRelations: values.nestedRelations,
    hideRelated: values.hideRelated,
    graphql: {
      depth: values.graphqlDepth,
      fields: values.graphqlFields,
      relations: values.graphqlRelations,
      values: values.graphqlValues,
    },
    outboxHours: values.outboxHours,
    uploadBytes: values.uploadMegabytes * 1024 * 1024,
    changelogRetention: values.changelogRetention,
    workers: values.workers,
    worker: { queues: values.workerQueues, concurrency: values.workerConcurrency },
    gatewayUrl: values.gatewayUrl,
    jobs: {
      folder: resolve(values.jobsFolder ?? join(values.dataDir, 'jobs')),
      packages: values.jobPackages ?? [],
      softTimeLimit: values.jobSoftTimeLimit,
      timeLimit: values.jobTimeLimit,
      memory: values.jobMemory,
    },
    secretsFolder: values.secretsFolder && resolve(values.secretsFolder),
    outgoingAllow: values.outgoingAllow ?? [],
    sshKnownHosts: values.sshKnownHosts && resolve(values.sshKnownHosts),
    webhooks: {
      timeout: values.webhookTimeout * 1_000,
      connections: values.webhookConnections,
      attempts: values.webhookAttempts,
      firstWait: values.webhookFirstWait,
      longestWait: values.webhookLongestWait,
      deliveredHours: values.webhookDeliveredHours,
      failedHours: values.webhookFailedHours,
    },
    logLevel: values.logLevel,
    logFormat: values.logFormat,
    ...tracingOf(values, target),
  };
}

/** What is wrong with values that are right each by itself. */
function contradictionsIn(values: Values): string[] {
  const found: string[] = [];
  if (values.databasePoolerAnswers !== undefined && values.databasePooler !== 'transaction')
    found.push('PLUMBLINE_DATABASE_POOLER_ANSWERS means nothing without PLUMBLINE_DATABASE_POOLER=transaction.');
  if ((values.natsCertificate === undefined) !== (values.natsKey === undefined))
    found.push('NATS_CERT and NATS_KEY go together: name a certificate and its key.');
  return found;
}

/** Said of a process that reaches others over NATS and is told of none; not where what it is told of it is wrong. */
function brokerMissing({ target, natsUrl }: Settings, problems: readonly string[]): string[] {
  const needsNats = target !== 'all' && target !== 'worker';
  if (!needsNats || natsUrl || problems.some((problem) => problem.startsWith('NATS_URL'))) return [];
  return [`NATS_URL is missing: --target=${target} reaches the other services over NATS.`];
}

function natsTlsOf({ natsCa, natsCertificate, natsKey }: Values): Pick<Settings, 'natsTls'> {
  if (natsCa === undefined && natsCertificate === undefined) return {};
  return {
    natsTls: {
      ...(natsCa === undefined ? {} : { ca: natsCa }),
      ...(natsCertificate === undefined || natsKey === undefined ? {} : { certificate: natsCertificate, key: natsKey }),
    },
  };
}

function tracingOf(values: Values, target: Settings['target']): Pick<Settings, 'tracing'> {
  const { tracesAddress, tracesEndpoint } = values;
  const url = tracesAddress ?? (tracesEndpoint && `${tracesEndpoint.replace(/\/+$/, '')}/v1/traces`);
  if (!url || values.tracesDisabled) return {};
  return {
    tracing: {
      url,
      protocol: values.tracesProtocol,
      headers: values.tracesHeaders ?? {},
      timeout: values.tracesTimeout,
      serviceName: values.tracesServiceName ?? (target === 'all' ? 'plumbline' : `plumbline-${target}`),
      sampler: values.tracesSampler,
      ratio: values.tracesSamplerRatio,
    },
  };
}

function refuseUnknownVariables(env: Environment, problems: string[]): void {
  const known = allDefinitions.flatMap(({ variable, isSecret }) =>
    variable === undefined ? [] : [variable, ...(isSecret ? [fileVariable(variable)] : [])],
  );
  for (const [name, value = ''] of Object.entries(env)) {
    if (!name.startsWith(ourPrefix) || known.includes(name) || isAddedByKubernetes(name, value)) continue;
    const bare = name.slice(ourPrefix.length);
    const likely = known.includes(bare) ? bare : nearest(name, known);
    problems.push(`${name} is not a setting.${likely ? ` Did you mean ${likely}?` : ' Remove it.'}`);
  }
}

/** A value that cannot be read becomes a problem, and the fallback stands in so that the rest is still checked. */
function readOne(
  definition: Definition<unknown>,
  env: Environment,
  options: ReadonlyMap<string, string>,
  problems: string[],
): unknown {
  const { fallback, schema, isSecret } = definition;
  const said = findSaid(definition, env, options, problems);
  if (said !== undefined) {
    const result = schema.safeParse(said.text);
    if (result.success) return result.data;
    const reason = result.error.issues[0]?.message;
    problems.push(`${said.by} must ${reason}${isSecret ? '.' : `, not "${said.text}".`}`);
  }
  return fallback === undefined ? undefined : schema.parse(fallback);
}

/**
 * What somebody said, and where: as an option, in our variable, in the file it names, or in a variable of the field.
 */
function findSaid(
  { variable, option, known, isSecret }: Definition<unknown>,
  env: Environment,
  options: ReadonlyMap<string, string>,
  problems: string[],
): { text: string; by: string } | undefined {
  const fromOption = option === undefined ? undefined : options.get(option);
  if (fromOption !== undefined) return { text: fromOption, by: `--${option}` };
  if (variable === undefined) return undefined;
  const file = isSecret ? fileVariable(variable) : undefined;
  if (file && env[file] && env[variable]) problems.push(`${variable} and ${file} are both set; keep one of them.`);
  if (env[variable]) return { text: env[variable], by: variable };
  const inFile = file && env[file] ? readSecret(file, env[file], problems) : undefined;
  if (inFile !== undefined) return { text: inFile, by: file! };
  const text = known?.read(env);
  return text === undefined ? undefined : { text, by: known!.names.join(', ') };
}

/** The text of the file a variable names, without the line's end that editors leave. */
function readSecret(variable: string, path: string, problems: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8').trimEnd() || undefined;
  } catch (error) {
    problems.push(`${variable} names a file that cannot be read: ${(error as Error).message}.`);
    return undefined;
  }
}

/** The replicas of each service's database: its own, else those of the server it shares. */
function replicaUrlsOf(
  services: readonly App[],
  shared: string | undefined,
  own: Partial<Record<App, string>>,
  databases: Partial<Record<App, string>>,
): Partial<Record<App, string[]>> {
  return byName(services, (app) => {
    const said = own[app] ?? (databases[app] === undefined ? shared : undefined);
    return said?.split(',').map((url) => url.trim());
  });
}

function byName<T>(services: readonly App[], read: (app: App) => T | undefined): Partial<Record<App, T>> {
  const entries = services.flatMap((app) => {
    const value = read(app);
    return value === undefined ? [] : [[app, value] as const];
  });
  return Object.fromEntries(entries);
}
