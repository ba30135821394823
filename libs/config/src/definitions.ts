import {
  address,
  type Definition,
  databaseAddress,
  destinations,
  flag,
  hostNames,
  list,
  networks,
  pairs,
  share,
  text,
  wholeNumber,
  word,
} from './definition';
import { databaseParts, knownAs, logLevelWord, spacesAsCommas } from './knownNames';
import { loadedApps } from './loadedApps';
import { type App, apps, samplers } from './settings';
import { signInMethods, signInNames } from './signIn';

const gatewayPort = 8080;

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

/** What a process runs, where there are these services. */
export function targetAmong(services: readonly App[]) {
  return {
    option: 'target',
    meaning: `What this process runs: everything, the gateway, a worker that runs jobs, or one service (${services.join(', ')}, or an app of PLUMBLINE_APPS).`,
    fallback: 'all',
    schema: word(['all', 'gateway', 'worker', ...services]),
  } satisfies Definition<string>;
}

/** Settings every process has, by the name reading gives them. */
export const definitions = {
  loadedApps: {
    variable: 'PLUMBLINE_APPS',
    meaning:
      'Applications of others to run beside our own: folders (./bgp) and installed npm packages, separated by commas. Each goes by the last part of its path unless another name stands before it (bgp=@example/routing). Apps are programs: they can do what Plumbline can.',
    otherwise: 'none',
    schema: loadedApps(),
  },
  port: {
    variable: 'PORT',
    option: 'port',
    meaning: 'TCP port of the HTTP server; 0 takes any free one.',
    otherwise: `${gatewayPort}; services ${defaultPort('circuits')} to ${defaultPort('virtualization')}`,
    schema: wholeNumber(0, 65_535),
  },
  host: {
    variable: 'HOST',
    option: 'host',
    meaning: 'Address the HTTP server listens on. Services are for the gateway alone.',
    otherwise: '0.0.0.0; services 127.0.0.1',
    schema: text(),
  },
  trustedProxies: {
    variable: 'PLUMBLINE_TRUSTED_PROXIES',
    readBy: 'gateway',
    meaning:
      'Addresses and networks of the reverse proxies before the gateway, separated by commas. Forwarded and X-Forwarded-* count from these alone; each must set or remove them.',
    otherwise: 'no proxy is trusted',
    schema: networks(),
  },
  allowedHosts: {
    variable: 'PLUMBLINE_ALLOWED_HOSTS',
    readBy: 'gateway',
    known: knownAs('NAUTOBOT_ALLOWED_HOSTS', spacesAsCommas, 'separated by spaces'),
    meaning:
      'Names by which clients may reach the gateway, separated by commas; .example.net stands for all names below it too, * for any. Others are answered with 400.',
    otherwise: 'any name',
    schema: hostNames(),
  },
  connections: {
    variable: 'PLUMBLINE_CONNECTIONS',
    readBy: 'gateway',
    meaning:
      'Connections the gateway holds open at once. Beyond them the longest idle one of the address that has most is closed.',
    fallback: '10000',
    schema: wholeNumber(10, 1_000_000),
  },
  connectionsPerAddress: {
    variable: 'PLUMBLINE_CONNECTIONS_PER_ADDRESS',
    readBy: 'gateway',
    meaning:
      'Connections of one address, or requests under way of one client of a trusted proxy. Beyond them its longest idle one is closed; when none is idle the answer is 429.',
    fallback: '500',
    schema: wholeNumber(5, 1_000_000),
  },
  metricsToken: {
    variable: 'PLUMBLINE_METRICS_TOKEN',
    meaning:
      'What must be sent with requests to /metrics/ (Authorization: Bearer …), at least 16 characters; the same for all processes.',
    otherwise: 'everybody may read them',
    schema: text(16),
    isSecret: true,
  },
  dataDir: {
    variable: 'PLUMBLINE_DATA',
    option: 'data',
    meaning: 'Folder for the embedded database and for secrets the program makes itself.',
    fallback: '.plumbline',
    schema: text(),
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    readBy: 'services',
    known: databaseParts,
    meaning:
      'PostgreSQL 14 or newer, with TLS as libpq has it (?sslmode=verify-full&sslrootcert=FILE). Without it an embedded server is started in the data folder.',
    schema: databaseAddress(),
    isSecret: true,
  },
  databaseRolePrefix: {
    variable: 'PLUMBLINE_DATABASE_ROLE_PREFIX',
    readBy: 'services',
    meaning:
      'What the names of the services’ roles in PostgreSQL begin with (`<prefix>_ipam`): roles belong to the whole server, and no two installations on it may share them.',
    otherwise: 'the name of the database in DATABASE_URL',
    schema: text(1, 40),
  },
  readReplicaUrl: {
    variable: 'PLUMBLINE_READ_REPLICA_URL',
    readBy: 'services',
    meaning:
      'Read replicas (streaming standbys) of the server in DATABASE_URL, separated by commas, each by itself and not behind a balancer. Reads that may be a little old go there.',
    schema: databaseAddress({ list: true }),
    isSecret: true,
  },
  readReplicaLag: {
    variable: 'PLUMBLINE_READ_REPLICA_LAG',
    meaning:
      'Seconds that an answer from a read replica may be old; the gateway lets no read go to one when it is 0. A replica further behind is left alone.',
    otherwise: '5 where the process is told of a replica, else 0',
    schema: wholeNumber(0, 3_600),
  },
  readReplicaPause: {
    variable: 'PLUMBLINE_READ_REPLICA_PAUSE',
    readBy: 'services',
    meaning:
      'Seconds, beyond those, after a write in which the same user reads from no replica, whichever gateway is asked; the same for all gateways.',
    fallback: '45',
    schema: wholeNumber(2, 3_600),
  },
  databasePoolSize: {
    variable: 'PLUMBLINE_DATABASE_POOL_SIZE',
    readBy: 'services',
    meaning: 'Connections each service may hold open to its database; some are kept for answers to other services.',
    fallback: '10',
    schema: wholeNumber(2, 1_000),
  },
  databasePooler: {
    variable: 'PLUMBLINE_DATABASE_POOLER',
    readBy: 'services',
    meaning:
      'What stands between Plumbline and PostgreSQL: `none`, or `transaction` for PgBouncer or the like in transaction mode, through which nothing is kept in a session and no statement is prepared. The same for all processes.',
    fallback: 'none',
    schema: word(['none', 'transaction']),
  },
  databasePoolerAnswers: {
    variable: 'PLUMBLINE_DATABASE_POOLER_ANSWERS',
    readBy: 'services',
    meaning:
      'Name by which the pooler knows each of these databases a second time, with connections of their own for answers to other services. Without it, writers that wait for one another’s answers can take all connections, and are refused with 503.',
    otherwise: 'answers share the connections of requests',
    schema: text(1, 63),
  },
  databaseFastPaths: {
    variable: 'PLUMBLINE_DATABASE_FAST_PATHS',
    readBy: 'services',
    meaning:
      'Whether the insides of the PostgreSQL driver are used where that saves time; false goes by what it documents alone. There are none behind a pooler.',
    fallback: 'true',
    schema: flag(),
  },
  natsUrl: {
    variable: 'NATS_URL',
    meaning: 'NATS servers, separated by commas; tls:// has TLS. Needed by every target but `all` and `worker`.',
    schema: address(['nats', 'tls'], { list: true }),
    isSecret: true,
  },
  natsCa: {
    variable: 'NATS_CA',
    meaning:
      'File with the certificates of the authorities that may have signed the certificate of NATS, which then must have TLS.',
    otherwise: 'for tls:// those that the machine trusts',
    schema: text(),
  },
  natsCertificate: {
    variable: 'NATS_CERT',
    meaning: 'File with the certificate that is shown to NATS where it asks for one; NATS_KEY goes with it.',
    schema: text(),
  },
  natsKey: {
    variable: 'NATS_KEY',
    meaning: 'File with the key of NATS_CERT.',
    schema: text(),
  },
  natsOpen: {
    variable: 'PLUMBLINE_NATS_OPEN',
    meaning:
      'Whether a NATS server is used that lets in anybody: whoever reaches it reads and changes everything. false refuses it.',
    fallback: 'false',
    schema: flag(),
  },
  secretKey: {
    variable: 'PLUMBLINE_SECRET_KEY',
    known: knownAs('NAUTOBOT_SECRET_KEY'),
    meaning:
      'All keys are made from it; at least 32 characters, the same for all processes. Or the keys of one part, as `plumbline keys` prints them.',
    otherwise: 'made once and kept in the data folder',
    schema: text(32),
    isSecret: true,
  },
  superuserName: {
    variable: 'PLUMBLINE_SUPERUSER_NAME',
    readBy: 'users',
    known: knownAs('NAUTOBOT_SUPERUSER_NAME'),
    meaning: 'Name of the first administrator.',
    fallback: 'admin',
    schema: text(),
  },
  superuserEmail: {
    variable: 'PLUMBLINE_SUPERUSER_EMAIL',
    readBy: 'users',
    known: knownAs('NAUTOBOT_SUPERUSER_EMAIL'),
    meaning: 'Email address of the first administrator.',
    otherwise: 'none',
    schema: text(1, 254),
  },
  superuserPassword: {
    variable: 'PLUMBLINE_SUPERUSER_PASSWORD',
    readBy: 'users',
    known: knownAs('NAUTOBOT_SUPERUSER_PASSWORD'),
    meaning: 'Password of the first administrator.',
    otherwise: 'made up and printed once',
    schema: text(),
    isSecret: true,
  },
  superuserApiToken: {
    variable: 'PLUMBLINE_SUPERUSER_API_TOKEN',
    readBy: 'users',
    known: knownAs('NAUTOBOT_SUPERUSER_API_TOKEN'),
    meaning: 'API token of the first administrator; exactly 40 characters.',
    otherwise: 'made up and printed once',
    schema: text(40, 40),
    isSecret: true,
  },
  signIn: {
    variable: 'PLUMBLINE_SIGN_IN',
    readBy: 'users',
    known: signInNames,
    meaning:
      'Ways of signing in beside local accounts, in YAML or JSON: OpenID Connect, LDAP, SAML, a proxy’s headers (guides/sign-in.md). For the users service alone.',
    otherwise: 'local accounts only',
    schema: signInMethods(),
    isSecret: true,
  },
  localSignIn: {
    variable: 'PLUMBLINE_LOCAL_SIGN_IN',
    readBy: 'users',
    meaning:
      'Whose passwords that are kept here count, at the sign-in page and with Basic: everybody, superusers or nobody. API tokens are not concerned.',
    fallback: 'everybody',
    schema: word(['everybody', 'superusers', 'nobody']),
  },
  secondFactor: {
    variable: 'PLUMBLINE_SECOND_FACTOR',
    readBy: 'users',
    meaning:
      'Who has to show a second factor after a password that is kept here: optional (whoever has set one up), superusers or everybody. Those without one set it up as they sign in.',
    fallback: 'optional',
    schema: word(['optional', 'superusers', 'everybody']),
  },
  passwordLength: {
    variable: 'PLUMBLINE_PASSWORD_LENGTH',
    readBy: 'users',
    meaning: 'Characters a new password must have at least.',
    fallback: '1',
    schema: wholeNumber(1, 128),
  },
  passwordStrength: {
    variable: 'PLUMBLINE_PASSWORD_STRENGTH',
    readBy: 'users',
    meaning:
      'How hard a new password must be to guess, in the scores of zxcvbn: 0 takes any, 1 refuses the commonest, 3 wants 10^8 guesses, 4 10^10.',
    fallback: '0',
    schema: wholeNumber(0, 4),
  },
  sessionSeconds: {
    variable: 'PLUMBLINE_SESSION_SECONDS',
    readBy: 'users',
    known: knownAs('NAUTOBOT_SESSION_COOKIE_AGE'),
    meaning: 'Seconds after which a browser has to sign in again.',
    fallback: '1209600',
    schema: wholeNumber(60, 31_536_000),
  },
  sessionIdleSeconds: {
    variable: 'PLUMBLINE_SESSION_IDLE_SECONDS',
    readBy: 'users',
    meaning:
      'Seconds without a request after which a browser has to sign in again, to the minute; 0 lets sessions idle.',
    fallback: '0',
    schema: wholeNumber(0, 31_536_000).refine((seconds) => seconds === 0 || seconds >= 300, 'be 0, or 300 at least'),
  },
  maxPageSize: {
    variable: 'PLUMBLINE_MAX_PAGE_SIZE',
    readBy: 'services',
    known: knownAs('NAUTOBOT_MAX_PAGE_SIZE'),
    meaning: 'Largest page a client can ask for; 0 sets no limit.',
    fallback: '1000',
    schema: wholeNumber(0, 1_000_000),
  },
  paginateCount: {
    variable: 'PLUMBLINE_PAGINATE_COUNT',
    readBy: 'services',
    known: knownAs('NAUTOBOT_PAGINATE_COUNT'),
    meaning: 'Page size when the client names none.',
    fallback: '50',
    schema: wholeNumber(1, 1_000_000),
  },
  strictFiltering: {
    variable: 'PLUMBLINE_STRICT_FILTERING',
    readBy: 'services',
    known: knownAs('NAUTOBOT_STRICT_FILTERING'),
    meaning: 'Whether an unknown filter is answered with 400; false ignores it.',
    fallback: 'true',
    schema: flag(),
  },
  nestedRelations: {
    variable: 'PLUMBLINE_NESTED_RELATIONS',
    readBy: 'services',
    meaning: 'Relations inside a nested object: their URL, or an object with id, object_type and url.',
    fallback: 'url',
    schema: word(['url', 'object']),
  },
  hideRelated: {
    variable: 'PLUMBLINE_HIDE_RELATED',
    readBy: 'services',
    meaning:
      'Whether related objects that somebody may not view are hidden from them: all that is shown of one is its id, object_type and url, and nothing can be found, sorted or named by its other values. false shows them by `depth`, in GraphQL and elsewhere, as the contract has it.',
    fallback: 'false',
    schema: flag(),
  },
  graphqlDepth: {
    variable: 'PLUMBLINE_GRAPHQL_DEPTH',
    readBy: 'extras',
    meaning: 'Fields within fields a GraphQL query may have.',
    fallback: '20',
    schema: wholeNumber(1, 100),
  },
  graphqlFields: {
    variable: 'PLUMBLINE_GRAPHQL_FIELDS',
    readBy: 'extras',
    meaning: 'Fields a GraphQL query may name, those of a fragment counted wherever it is spread.',
    fallback: '1000',
    schema: wholeNumber(1, 5_000),
  },
  graphqlRelations: {
    variable: 'PLUMBLINE_GRAPHQL_RELATIONS',
    readBy: 'extras',
    meaning:
      'Lists and relations a GraphQL query may name; each costs a statement or a few, whatever the number of objects.',
    fallback: '200',
    schema: wholeNumber(1, 5_000),
  },
  graphqlValues: {
    variable: 'PLUMBLINE_GRAPHQL_VALUES',
    readBy: 'extras',
    meaning: 'Values the answer to a GraphQL query may hold, an object counting as one more than its fields.',
    fallback: '250000',
    schema: wholeNumber(1, 10_000_000),
  },
  outboxHours: {
    variable: 'PLUMBLINE_OUTBOX_HOURS',
    readBy: 'services',
    meaning:
      'Hours the service that made a change keeps its record, when the change log and all others have it already.',
    fallback: '24',
    schema: wholeNumber(0, 1_000_000),
  },
  uploadMegabytes: {
    variable: 'PLUMBLINE_UPLOAD_MEGABYTES',
    readBy: 'services',
    meaning: 'Largest file that can be uploaded, such as a picture of a device type or an input of a job.',
    fallback: '10',
    schema: wholeNumber(1, 20),
  },
  changelogRetention: {
    variable: 'PLUMBLINE_CHANGELOG_RETENTION',
    readBy: 'extras',
    known: knownAs('NAUTOBOT_CHANGELOG_RETENTION'),
    meaning:
      'Days an entry of the change log is kept at least; whole months that are older go at once. 0 keeps them for ever.',
    fallback: '90',
    schema: wholeNumber(0, 36_500),
  },
  jobsFolder: {
    variable: 'PLUMBLINE_JOBS',
    readBy: 'extras',
    meaning:
      'Folder of jobs: JavaScript and TypeScript files that workers load. Jobs are programs: whoever may write there may do what they can.',
    otherwise: 'jobs in the data folder',
    schema: text(),
  },
  jobPackages: {
    variable: 'PLUMBLINE_JOB_PACKAGES',
    readBy: 'extras',
    meaning: 'Installed npm packages that export jobs, separated by commas.',
    otherwise: 'none',
    schema: list(),
  },
  workers: {
    variable: 'PLUMBLINE_WORKERS',
    readBy: 'extras',
    meaning: 'Workers that are started along with everything else, as processes of their own; they run jobs.',
    fallback: '1',
    schema: wholeNumber(0, 64),
  },
  workerQueues: {
    variable: 'PLUMBLINE_WORKER_QUEUES',
    readBy: 'extras',
    meaning: 'Queues a worker serves, separated by commas.',
    fallback: 'default',
    schema: list(),
  },
  workerConcurrency: {
    variable: 'PLUMBLINE_WORKER_CONCURRENCY',
    readBy: 'extras',
    meaning: 'Jobs a worker runs at a time, each in a process of its own.',
    fallback: '2',
    schema: wholeNumber(1, 100),
  },
  jobSoftTimeLimit: {
    variable: 'PLUMBLINE_JOB_SOFT_TIME_LIMIT',
    readBy: 'extras',
    meaning: 'Seconds after which a job that says nothing of it is asked to end; 0 for never.',
    fallback: '300',
    schema: wholeNumber(0, 1_000_000),
  },
  jobTimeLimit: {
    variable: 'PLUMBLINE_JOB_TIME_LIMIT',
    readBy: 'extras',
    meaning: 'Seconds after which a job that says nothing of it is ended; 0 for never.',
    fallback: '600',
    schema: wholeNumber(0, 1_000_000),
  },
  jobMemory: {
    variable: 'PLUMBLINE_JOB_MEMORY',
    readBy: 'extras',
    meaning: 'Mebibytes of memory a job may use; one that uses more is ended.',
    fallback: '256',
    schema: wholeNumber(32, 1_000_000),
  },
  gatewayUrl: {
    variable: 'GATEWAY_URL',
    readBy: 'extras',
    meaning: 'Where workers find the gateway.',
    fallback: `http://127.0.0.1:${gatewayPort}`,
    schema: address(['http', 'https']),
  },
  secretsFolder: {
    variable: 'PLUMBLINE_SECRETS_FOLDER',
    readBy: 'extras',
    meaning:
      'Folder whose files the text-file provider of secrets may read; give it to the extras service alone. Files elsewhere are as good as not there.',
    otherwise: 'no file is read',
    schema: text(),
  },
  outgoingAllow: {
    variable: 'PLUMBLINE_OUTGOING_ALLOW',
    readBy: 'extras',
    meaning:
      'Host names, addresses and networks, separated by commas, that requests to other systems (such as webhooks) may go to although they are not on the internet.',
    otherwise: 'public addresses only',
    schema: destinations(),
  },
  sshKnownHosts: {
    variable: 'PLUMBLINE_SSH_KNOWN_HOSTS',
    readBy: 'extras',
    meaning:
      'File, in the form of `known_hosts` of OpenSSH, with the keys by which hosts of git repositories are known; give it to the extras service alone. It is read at every sync.',
    otherwise: 'nothing is fetched over SSH',
    schema: text(),
  },
  webhookTimeout: {
    variable: 'PLUMBLINE_WEBHOOK_TIMEOUT',
    readBy: 'extras',
    meaning: 'Seconds the receiver of a webhook has to answer.',
    fallback: '10',
    schema: wholeNumber(1, 300),
  },
  webhookConnections: {
    variable: 'PLUMBLINE_WEBHOOK_CONNECTIONS',
    readBy: 'extras',
    meaning: 'Requests of webhooks under way at once to one host, from each process of the extras service.',
    fallback: '8',
    schema: wholeNumber(1, 1_000),
  },
  webhookAttempts: {
    variable: 'PLUMBLINE_WEBHOOK_ATTEMPTS',
    readBy: 'extras',
    meaning: 'How often a delivery is tried before it counts as failed.',
    fallback: '25',
    schema: wholeNumber(1, 1_000),
  },
  webhookFirstWait: {
    variable: 'PLUMBLINE_WEBHOOK_FIRST_WAIT',
    readBy: 'extras',
    meaning: 'Milliseconds until a delivery is tried for the second time; every further wait is twice as long.',
    fallback: '1000',
    schema: wholeNumber(1, 3_600_000),
  },
  webhookLongestWait: {
    variable: 'PLUMBLINE_WEBHOOK_LONGEST_WAIT',
    readBy: 'extras',
    meaning: 'Milliseconds that no wait between two tries is longer than.',
    fallback: '3600000',
    schema: wholeNumber(1, 86_400_000),
  },
  webhookDeliveredHours: {
    variable: 'PLUMBLINE_WEBHOOK_DELIVERED_HOURS',
    readBy: 'extras',
    meaning: 'Hours a delivery that arrived stays in the list of deliveries.',
    fallback: '24',
    schema: wholeNumber(0, 1_000_000),
  },
  webhookFailedHours: {
    variable: 'PLUMBLINE_WEBHOOK_FAILED_HOURS',
    readBy: 'extras',
    meaning: 'Hours a delivery that failed stays in the list of deliveries, from which it can be sent again.',
    fallback: '720',
    schema: wholeNumber(1, 1_000_000),
  },
  tracesEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning:
      'Collector of OpenTelemetry that traces are sent to over HTTP (http://collector:4318). Without one nothing is traced.',
    otherwise: 'no traces',
    schema: address(['http', 'https']),
  },
  tracesAddress: {
    variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    meaning: 'The same as a whole address, for a collector that takes traces elsewhere than at /v1/traces.',
    schema: address(['http', 'https']),
  },
  tracesProtocol: {
    variable: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    meaning: 'How traces are written for the collector: http/protobuf or http/json.',
    fallback: 'http/protobuf',
    schema: word(['http/protobuf', 'http/json']),
  },
  tracesHeaders: {
    variable: 'OTEL_EXPORTER_OTLP_HEADERS',
    meaning: 'Headers the collector wants to see: name=value, several separated by commas, values percent-encoded.',
    schema: pairs(),
    isSecret: true,
  },
  tracesServiceName: {
    variable: 'OTEL_SERVICE_NAME',
    meaning: 'The name under which traces list this process.',
    otherwise: 'plumbline, plumbline-gateway, plumbline-ipam …',
    schema: text(),
  },
  tracesSampler: {
    variable: 'OTEL_TRACES_SAMPLER',
    meaning:
      'Which requests are traced: always_on, always_off, traceidratio, or one of these after parentbased_, which does as the client does when it traces.',
    fallback: 'parentbased_always_on',
    schema: word(samplers),
  },
  tracesSamplerRatio: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    meaning: 'For traceidratio: the share of requests that are traced, from 0 to 1.',
    fallback: '1',
    schema: share(),
  },
  tracesDisabled: {
    variable: 'OTEL_SDK_DISABLED',
    meaning: 'Trace nothing, whatever else is set.',
    fallback: 'false',
    schema: flag(),
  },
  logFormat: {
    variable: 'PLUMBLINE_LOG_FORMAT',
    meaning:
      'How the log is written: `json`, one object a line; `lines`, short and coloured for people, with requests at `debug` alone; `auto`, lines on a terminal and JSON anywhere else.',
    fallback: 'auto',
    schema: word(['auto', 'json', 'lines']),
  },
  logLevel: {
    variable: 'PLUMBLINE_LOG_LEVEL',
    known: knownAs('NAUTOBOT_LOG_LEVEL', logLevelWord, 'WARNING is warn, CRITICAL is fatal'),
    meaning: 'Least important lines to log: trace, debug, info, warn, error, fatal or silent.',
    fallback: 'info',
    schema: word(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  },
} satisfies Record<string, Definition<unknown>>;

/** A database of its own for one service. */
export function databaseUrlOf(app: App): Definition<string> {
  return {
    variable: `${app.toUpperCase()}_DATABASE_URL`,
    readBy: app,
    meaning: `Database of the ${app} service alone, used as given.`,
    otherwise: 'DATABASE_URL',
    schema: databaseAddress(),
    isSecret: true,
  };
}

/** Read replicas of the database of one service. */
export function readReplicaUrlOf(app: App): Definition<string> {
  return {
    variable: `${app.toUpperCase()}_READ_REPLICA_URL`,
    readBy: app,
    meaning: `Read replicas of the database of the ${app} service alone.`,
    otherwise: 'PLUMBLINE_READ_REPLICA_URL where DATABASE_URL is used',
    schema: databaseAddress({ list: true }),
    isSecret: true,
  };
}

/** Where the gateway finds one service. */
export function serviceUrlOf(app: App, services: readonly App[] = apps) {
  return {
    variable: `${app.toUpperCase()}_URL`,
    readBy: 'gateway',
    meaning: `Where the gateway finds the ${app} service when it does not run in the same process; several processes are separated by commas.`,
    fallback: `http://127.0.0.1:${defaultPort(app, services)}`,
    schema: address(['http', 'https'], { list: true }),
  } satisfies Definition<string>;
}

/** Every setting there is, in the order people read about them. */
export const allDefinitions: readonly Definition<unknown>[] = [
  targetAmong(apps),
  ...Object.values(definitions),
  ...apps.map(databaseUrlOf),
  ...apps.map(readReplicaUrlOf),
  ...apps.map((app) => serviceUrlOf(app)),
];

/** The variables whose values are nobody's business but the program's. */
export const secretVariables: readonly string[] = allDefinitions.flatMap(({ variable, isSecret, known }) =>
  isSecret && variable !== undefined ? [variable, ...(known?.names ?? [])] : [],
);

/** The variable that names the file a secret stands in. */
export const fileVariable = (variable: string): string => `${variable}_FILE`;

/** A secret variable and those of the field that say the same. */
export const secretNamesOf = (variable: string): readonly string[] =>
  allDefinitions.flatMap((one) => (one.variable === variable ? [variable, ...(one.known?.names ?? [])] : []));
