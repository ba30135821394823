import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type Bus, createInProcessBus, type Events, type Questions } from '@plumbline/bus';
import type { App, Settings } from '@plumbline/config';
import {
  busUses,
  catalogOf,
  engineEvents,
  engineQuestions,
  fileTables,
  type RunningService,
  type ServiceDefinition,
  startService,
  system,
  tablesOf,
} from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import { type AuthenticatedRequest, type Identity, negotiate, problems, sendProblem } from '@plumbline/http';
import { createLog, type Log } from '@plumbline/log';
import type { Catalog, CatalogOptions, Model } from '@plumbline/model';
import { bringUpToDate } from '@plumbline/process';
import { openQueue } from '@plumbline/queue';
import { draftMigration, openWithAnswers, queueSchema } from '@plumbline/store';
import express from 'express';
import { Agent } from 'undici';
import { checkedBus, type KnownMessages } from './checkedBus';
import { createTestDatabase } from './database';
import { type RecordedStatement, recordable, recordStatements } from './recordStatements';
import { type SendTarget, send, type TestAnswer, type TestRequestOptions } from './send';

/** Services at work on a database of their own, reached over real HTTP as whoever the test says. */
export interface TestServices {
  request(method: string, path: string, body?: unknown, options?: TestRequestOptions): Promise<TestAnswer>;
  services: Map<App, RunningService>;
  catalog: Catalog;
  bus: Bus;
  stop(): Promise<void>;
}

/** The databases of services under test share the roles of the server that they are on, with the passwords of this key. */
export const testRolePrefix = 'plumbline';
export const testSecretKey = 'a secret key that only tests use, long enough';

/** Milliseconds that requests, and those who wait for a connection, are given: other suites may keep the machine busy. */
export const testPatience = 60_000;

/** Settings with the program's defaults. */
export const testSettings = (more: Partial<Settings> = {}): Settings => ({
  target: 'all',
  loadedApps: [],
  host: '127.0.0.1',
  port: 0,
  trustedProxies: [],
  allowedHosts: [],
  connections: { total: 10_000, perAddress: 500 },
  metricsEnabled: true,
  dataDir: '',
  databaseUrls: {},
  databasePoolSize: 6,
  databaseUse: { pooled: false, fastPaths: true },
  natsOpen: false,
  readReplicas: { urls: {}, lag: 0, pause: 45_000 },
  serviceUrls: {},
  secretKey: testSecretKey,
  superuser: { name: 'admin' },
  signIn: {
    methods: [],
    local: 'everybody',
    secondFactor: 'optional',
    password: { length: 1, strength: 0 },
    session: { seconds: 1_209_600, idleSeconds: 0 },
  },
  maxPageSize: 1000,
  paginateCount: 50,
  strictFiltering: true,
  nestedRelations: 'url',
  hideRelated: false,
  graphql: { depth: 20, fields: 1000, relations: 200, values: 250_000 },
  outboxHours: 24,
  worker: { queues: ['default'], concurrency: 2 },
  workers: 0,
  jobs: { folder: '', packages: [], softTimeLimit: 300, timeLimit: 600, memory: 256 },
  outgoingAllow: [],
  uploadBytes: 10 * 1024 * 1024,
  changelogRetention: 90,
  webhooks: {
    timeout: 10_000,
    connections: 8,
    attempts: 25,
    firstWait: 1_000,
    longestWait: 3_600_000,
    deliveredHours: 24,
    failedHours: 720,
  },
  logLevel: 'warn',
  logFormat: 'json',
  ...more,
});

/** A service to test: with its migrations, or without, then its tables are made straight from its models. */
export type TestedService = Omit<ServiceDefinition, 'migrations'> & { migrations?: string };

/**
 * Starts services on a fresh database, or on the one the settings name, which then stays. `contract` has the content types
 * of the contract; without them there are those of the models. Of a Plumbline that is `whole`, with all its services, what one asks of another
 * is held against what it says that it asks.
 */
export async function startTestServices(
  definitions: readonly TestedService[],
  more: Partial<Settings> = {},
  { whole = false, ...contract }: Pick<CatalogOptions, 'contentTypes' | 'contentTypeNames'> & { whole?: boolean } = {},
): Promise<TestServices> {
  const settings = testSettings(more);
  const database = more.databaseUrl ? { url: more.databaseUrl, drop: async () => {} } : await createTestDatabase();
  const log = createLog({ name: 'test', level: settings.logLevel });
  const models = definitions.flatMap((definition) => definition.models);
  const catalog = catalogOf(definitions, registered.extensions, { contentTypes: contentTypesOf(models), ...contract });
  const uses = whole ? busUses(definitions.map(withoutMigrations), catalog, registered) : [];
  const bus = checkedBus(createInProcessBus({ log }), { ...messagesOf(definitions), uses });
  const services = new Map<App, RunningService>();
  for (const definition of definitions) {
    const use = settings.databaseUse;
    const { connectionString, queue } = await provideTables(definition, database.url, log, use);
    const { database: own, answers } = openWithAnswers({
      connectionString,
      schema: definition.app,
      poolSize: settings.databasePoolSize,
      applicationName: 'test',
      connectWithin: testPatience,
      use,
      log,
    });
    services.set(
      definition.app,
      await startService(withoutMigrations(definition), {
        settings,
        catalog,
        ...registered,
        database: recordable(own),
        answers: recordable(answers),
        bus,
        log,
        ...(queue ? { queue: openQueue(queue) } : {}),
      }),
    );
  }
  // Longer than any pause of a busy machine: clients of kept connections would see them cut as they ask.
  const server = createServer({ keepAliveTimeout: 65_000 }, listenerOf(services, outlying(definitions))).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => server.once('listening', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agent = new Agent();
  return {
    services,
    catalog,
    bus,
    request: (method, path, body, options = {}) => ask({ agent, base }, method, path, body, options),
    stop: async () => {
      await agent.close();
      await new Promise((resolve) => server.close(resolve));
      for (const service of services.values()) await service.stop();
      await bus.close();
      await database.drop();
    },
  };
}

const withoutMigrations = (definition: TestedService): ServiceDefinition => ({ ...definition, migrations: '' });

function messagesOf(definitions: readonly TestedService[]): Omit<KnownMessages, 'uses'> {
  const common = { ...engineQuestions, ...registered.extensions.questions };
  const questions = new Map<string, Questions>(
    definitions.map((definition) => [definition.app, { ...common, ...definition.questions }]),
  );
  const events = new Map<string, Events>(
    definitions.map((definition) => [definition.app, { ...engineEvents, ...definition.eventMessages }]),
  );
  return {
    questions: (app) => questions.get(app) ?? common,
    events: (app) => events.get(app) ?? engineEvents,
  };
}

/** Brings a service's schema, and its queue where it has one, up to date; tells how they are reached. */
export async function provideTables(
  definition: TestedService,
  databaseUrl: string,
  log: Log,
  use: Settings['databaseUse'] = testSettings().databaseUse,
) {
  const { app, queued } = definition;
  const migrations = definition.migrations ?? draftedMigrations(definition.models);
  const settings = testSettings({ databaseRolePrefix: testRolePrefix, databaseUse: use });
  const server = { url: databaseUrl, stop: async () => {} };
  const service = { app, migrations, ...(queued ? { queued } : {}) };
  const { connectionString } = await bringUpToDate(service, settings, server, log);
  if (migrations !== definition.migrations) rmSync(migrations, { recursive: true });
  return { connectionString, queue: queued ? { connectionString, schema: queueSchema(app), use, log } : undefined };
}

/** A folder with one migration that makes the models' tables. */
function draftedMigrations(models: Model[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-migrations-'));
  writeFileSync(join(folder, '0001_models.sql'), draftMigration([], [...fileTables(models), ...tablesOf(models)]));
  return folder;
}

const contentTypesOf = (models: Model[]): string[] => [
  ...new Set([...models.map((model) => model.label), 'dcim.device', 'dcim.rack']),
];

const identities = new Map<string, Identity>();

/** What is run for recorded requests that are under way, by the number that each is sent with. */
const recordings = new Map<string, RecordedStatement[]>();

/** Which service answers at a URL that does not lie below its application's. */
const outlying = (definitions: readonly TestedService[]): Map<string, App> =>
  new Map(
    definitions.flatMap(({ app, views = [] }) =>
      views.flatMap(({ path }): [string, App][] => (path === undefined ? [] : [[path, app]])),
    ),
  );

function listenerOf(services: Map<App, RunningService>, elsewhere: Map<string, App>) {
  const app = express();
  app.use((req, res) => {
    const [, , first = '', second = ''] = req.path.split('/');
    const service = services.get(elsewhere.get(req.path) ?? (first === 'plugins' ? second : first));
    if (!service) return sendProblem(req, res, problems.notFound());
    const identity = identities.get(String(req.headers['x-test-identity'])) ?? system;
    try {
      const statement = {
        requestId: crypto.randomUUID(),
        identity,
        base: `http://${req.headers.host}`,
        deadline: Date.now() + testPatience,
        method: req.method,
      };
      const gatewayRequest = {
        ...statement,
        vouched: { statement },
        negotiated: negotiate(req),
        cost: { sql: 0, bus: 0 },
        tellsCost: true,
      };
      const request = Object.assign(req, { gatewayRequest }) as unknown as AuthenticatedRequest;
      const handle = () => service.handle(request, res, () => sendProblem(req, res, problems.notFound()));
      const recording = recordings.get(String(req.headers['x-test-recording']));
      if (!recording) return handle();
      void recordStatements(recording, async () => {
        handle();
        await finished(res);
      });
    } catch (error) {
      sendProblem(req, res, error as never);
    }
  });
  return app;
}

/** Asks the services, as whoever the test says; the answer tells the statements where they are recorded. */
async function ask(target: SendTarget, method: string, path: string, body: unknown, options: TestRequestOptions) {
  const { as, headers, recorded = false } = options;
  if (as) identities.set(as.userId, as);
  const [recording, statements]: [string, RecordedStatement[]] = [crypto.randomUUID(), []];
  if (recorded) recordings.set(recording, statements);
  const answer = await send(target, method, path, body, {
    ...(as ? { 'x-test-identity': as.userId } : {}),
    ...(recorded ? { 'x-test-recording': recording } : {}),
    ...headers,
  }).finally(() => recordings.delete(recording));
  // What followers of a write run later is recorded, too, and is no part of its answer.
  return { ...answer, statements: [...statements] };
}
