import type { SignInMethodSettings } from './signIn';

/** The domain applications that come with the program, each a service of its own. */
export const apps = ['circuits', 'dcim', 'extras', 'ipam', 'tenancy', 'users', 'virtualization'] as const;

/** The name of an application: of one of these, or of one that was loaded beside them. */
export type App = string;

/** An application of others that is loaded beside those that come with the program. */
export interface LoadedApp {
  name: App;
  /** Its folder, as an absolute path, or the npm package it is installed as. */
  from: string;
}

/** All applications that a process is told of. */
export const appsOf = ({ loadedApps }: Pick<Settings, 'loadedApps'>): readonly App[] => [
  ...apps,
  ...loadedApps.map(({ name }) => name),
];
/** `all`, `gateway`, `worker`, or the service of an application. */
export type Target = 'all' | 'gateway' | 'worker' | App;

/** Everything a process can be told from outside; made by `readSettings` from the environment and the command line. */
export interface Settings {
  target: Target;
  /** Applications of others (`PLUMBLINE_APPS`), in the order of their names. */
  loadedApps: readonly LoadedApp[];
  /** Where the HTTP server listens (`PORT`, 8080). */
  host: string;
  port: number;
  /** Proxies whose word on whom they forward is taken: addresses and networks. */
  trustedProxies: readonly string[];
  /** Names clients may call the gateway by; any when there is none. */
  allowedHosts: readonly string[];
  /** Connections the gateway holds open, in all and of one address. */
  connections: { total: number; perAddress: number };
  /** Whether there are measures to read. */
  metricsEnabled: boolean;
  /** What must be sent to read them; absent: nothing. */
  metricsToken?: string;
  /**
   * Folder for the embedded database and generated secrets (`PLUMBLINE_DATA`, `.plumbline` in the working directory).
   */
  dataDir: string;
  /** PostgreSQL 14 or newer; absent: the embedded server is started in `dataDir`. */
  databaseUrl?: string;
  /** `<APP>_DATABASE_URL`: a database of its own for one service, used as given. */
  databaseUrls: Partial<Record<App, string>>;
  /** What the names of the services' roles begin with; absent: the name of the database. */
  databaseRolePrefix?: string;
  /** Connections a service's pool may hold. */
  databasePoolSize: number;
  /** How its connections are used. */
  databaseUse: {
    /** Through a pooler in transaction mode. */
    pooled: boolean;
    /** What the pooler calls a database when it is asked for answers to other services. */
    answersName?: string;
    /** With the driver's insides where that is faster. */
    fastPaths: boolean;
  };
  readReplicas: {
    /** Those of each service's database. */
    urls: Partial<Record<App, string[]>>;
    /** Milliseconds that an answer from one may be old; 0: no read goes to one. */
    lag: number;
    /** Milliseconds beyond those in which whoever has written reads from none. */
    pause: number;
  };
  /** Absent: services talk in process (target `all` only). */
  natsUrl?: string;
  /** Files with certificates for the way to the broker; absent: TLS only where its address says so. */
  natsTls?: { ca?: string; certificate?: string; key?: string };
  /** Whether the broker may let in anybody. */
  natsOpen: boolean;
  /**
   * Where the gateway finds each service over HTTP, when it does not run in the same process; several separated by
   * commas.
   */
  serviceUrls: Partial<Record<App, string>>;
  /** Signs statements between services, digests tokens. Made and kept in `dataDir` when absent. */
  secretKey: string;
  superuser: { name: string; email?: string; password?: string; apiToken?: string };
  signIn: SignInSettings;
  /** Largest page (`PLUMBLINE_MAX_PAGE_SIZE`, 1000); 0 means no limit. */
  maxPageSize: number;
  /** Page size when the client names none (`PLUMBLINE_PAGINATE_COUNT`, 50). */
  paginateCount: number;
  strictFiltering: boolean;
  nestedRelations: 'url' | 'object';
  /** Whether nothing but the id is shown of related objects that somebody may not view. */
  hideRelated: boolean;
  /** How much one query in GraphQL may ask for. */
  graphql: { depth: number; fields: number; relations: number; values: number };
  /** Hours a change record is kept in the service that wrote it, once everybody has it. */
  outboxHours: number;
  /** Bytes an uploaded file may have. */
  uploadBytes: number;
  /** Days an entry of the change log is kept at least; 0: for ever. */
  changelogRetention: number;
  /** Workers that `all` and `split` start. */
  workers: number;
  /** What a worker does. */
  worker: { queues: string[]; concurrency: number };
  /** Where workers find the gateway; absent: where one listens on their machine. */
  gatewayUrl?: string;
  jobs: JobSettings;
  /** Folder whose files secrets may be read from; absent: from none. */
  secretsFolder?: string;
  /** Where requests to other systems may go beside public addresses: host names, addresses and networks. */
  outgoingAllow: readonly string[];
  /** File with the keys by which hosts of git repositories are known; absent: nothing is fetched over SSH. */
  sshKnownHosts?: string;
  webhooks: {
    /** Milliseconds a receiver has to answer. */
    timeout: number;
    /** Requests under way at once to one host, per process. */
    connections: number;
    /** Tries before a delivery counts as failed. */
    attempts: number;
    /** Milliseconds before the second try, and at most between two. */
    firstWait: number;
    longestWait: number;
    /** Hours that deliveries which arrived, and those which failed, are listed. */
    deliveredHours: number;
    failedHours: number;
  };
  logLevel: string;
  logFormat: 'auto' | 'json' | 'lines';
  /** Absent: nothing is traced. */
  tracing?: TracingSettings;
}

/** How people sign in. */
export interface SignInSettings {
  /** Ways beside local accounts. */
  methods: readonly SignInMethodSettings[];
  /** Whose local passwords count. */
  local: 'everybody' | 'superusers' | 'nobody';
  /** Who has to show a second factor after a local password. */
  secondFactor: 'optional' | 'superusers' | 'everybody';
  /** What a new local password must be like. */
  password: { length: number; strength: number };
  /** Seconds a session lives, and how long it may do nothing; 0: any time. */
  session: { seconds: number; idleSeconds: number };
}

/** How it is decided whether a request is traced. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Where traces go, and which there are. */
export interface TracingSettings {
  /** The whole address that takes traces. */
  url: string;
  protocol: 'http/protobuf' | 'http/json';
  headers: Record<string, string>;
  /** Milliseconds the collector has to take them; those it does not take are lost. */
  timeout: number;
  serviceName: string;
  sampler: (typeof samplers)[number];
  /** For samplers that trace a share of all requests. */
  ratio: number;
}

/** Where jobs are, and what they may use. */
export interface JobSettings {
  folder: string;
  /** Installed npm packages that export jobs. */
  packages: string[];
  /** Seconds a job may take that names no limit of its own; 0: any time. */
  softTimeLimit: number;
  timeLimit: number;
  /** Mebibytes. */
  memory: number;
}
