import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, createInProcessBus } from '@plumbline/bus';
import type { App, Settings } from '@plumbline/config';
import {
  engineTables,
  fileTables,
  type RunningService,
  type ServiceDefinition,
  startService,
  system,
} from '@plumbline/engine';
import { type Identity, negotiate, problems, sendProblem, type VisitedRequest } from '@plumbline/http';
import { createLog, type Log } from '@plumbline/log';
import { Catalog, type Model, manifestOf, tablesOf } from '@plumbline/model';
import { openQueue, provideQueue } from '@plumbline/queue';
import { draftMigration, migrate, openDatabase, provisionService, queueSchema } from '@plumbline/store';
import express from 'express';
import { createTestDatabase } from './database';

/** One answer of a service under test. */
export interface TestAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
  body: any;
  text: string;
  /** SQL statements and bus requests it cost. */
  cost: { sql: number; bus: number };
}

/** Services at work on a database of their own, reached over real HTTP as whoever the test says. */
export interface Realm {
  request(
    method: string,
    path: string,
    body?: unknown,
    options?: { as?: Identity; headers?: Record<string, string> },
  ): Promise<TestAnswer>;
  services: Map<App, RunningService>;
  bus: Bus;
  stop(): Promise<void>;
}

const secretKey = 'a secret key that only tests use, long enough';

/** Settings with the program's defaults. */
export const testSettings = (more: Partial<Settings> = {}): Settings => ({
  target: 'all',
  host: '127.0.0.1',
  port: 0,
  dataDir: '',
  databaseUrls: {},
  databasePoolSize: 5,
  readReplicas: { urls: {}, lag: 0, pause: 45_000 },
  serviceUrls: {},
  secretKey,
  superuser: { name: 'admin' },
  maxPageSize: 1000,
  paginateCount: 50,
  strictFiltering: true,
  nestedRelations: 'url',
  graphql: { depth: 20, fields: 1000, relations: 200, values: 250_000 },
  outboxHours: 24,
  worker: { queues: ['default'], concurrency: 2 },
  workers: 0,
  gatewayUrl: 'http://127.0.0.1:8080',
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
  ...more,
});

/** A service to test: with its migrations, or without, then its tables are made straight from its models. */
export type TestedService = Omit<ServiceDefinition, 'migrations'> & { migrations?: string };

/**
 * Starts services on a fresh database, or on the one the settings name, which then stays. `contentTypes` are those of
 * the contract in their order; without them there are those of the models.
 */
export async function startRealm(
  definitions: TestedService[],
  more: Partial<Settings> = {},
  contentTypes?: readonly string[],
): Promise<Realm> {
  const settings = testSettings(more);
  const database = more.databaseUrl ? { url: more.databaseUrl, drop: async () => {} } : await createTestDatabase();
  const log = createLog({ name: 'test', level: settings.logLevel });
  const bus = createInProcessBus({ log });
  const models = definitions.flatMap((definition) => definition.models);
  const catalog = new Catalog(models.map(manifestOf), contentTypes ?? contentTypesOf(models));
  const services = new Map<App, RunningService>();
  for (const definition of definitions) {
    const { connectionString, queue } = await provideTables(definition, database.url, log);
    const own = openDatabase({
      connectionString,
      schema: definition.app,
      poolSize: settings.databasePoolSize,
      applicationName: 'test',
      log,
    });
    services.set(
      definition.app,
      await startService(
        { ...definition, migrations: '' },
        { settings, catalog, database: own, bus, log, ...(queue ? { queue: openQueue(queue) } : {}) },
      ),
    );
  }
  // Longer than any pause of a busy machine: clients of kept connections would see them cut as they ask.
  const server = createServer({ keepAliveTimeout: 65_000 }, door(services, outlying(definitions))).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => server.once('listening', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    services,
    bus,
    request: (method, path, body, options = {}) => send(base, method, path, body, options),
    stop: async () => {
      await new Promise((resolve) => server.close(resolve));
      for (const service of services.values()) await service.stop();
      await bus.close();
      await database.drop();
    },
  };
}

/** Brings a service's schema, and its queue where it has one, up to date; tells how they are reached. */
export async function provideTables(definition: TestedService, databaseUrl: string, log: Log) {
  const { app, queued = false } = definition;
  const connectionString = await provisionService({ adminUrl: databaseUrl, app, secretKey, queued });
  const queue = queued ? { connectionString, schema: queueSchema(app), log } : undefined;
  if (queue) await provideQueue(queue);
  const folder = definition.migrations ?? draftedMigrations(definition.models);
  await migrate({ connectionString, schema: app, folder, log });
  if (folder !== definition.migrations) rmSync(folder, { recursive: true });
  return { connectionString, queue };
}

/** A folder with one migration that makes the models' tables. */
function draftedMigrations(models: Model[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-migrations-'));
  writeFileSync(
    join(folder, '0001_models.sql'),
    draftMigration([], [...engineTables, ...fileTables(models), ...tablesOf(models)]),
  );
  return folder;
}

const contentTypesOf = (models: Model[]): string[] => [
  ...new Set([...models.map((model) => model.label), 'dcim.device', 'dcim.rack']),
];

const identities = new Map<string, Identity>();

/** Which service answers at a URL that does not lie below its application's. */
const outlying = (definitions: TestedService[]): Map<string, App> =>
  new Map(
    definitions.flatMap(({ app, views = [] }) =>
      views.flatMap(({ path }): [string, App][] => (path === undefined ? [] : [[path, app]])),
    ),
  );

function door(services: Map<App, RunningService>, elsewhere: Map<string, App>) {
  const app = express();
  app.use((req, res) => {
    const service = services.get(elsewhere.get(req.path) ?? (req.path.split('/')[2] as App));
    if (!service) return sendProblem(req, res, problems.notFound());
    const identity = identities.get(String(req.headers['x-test-identity'])) ?? system;
    try {
      const visit = {
        requestId: crypto.randomUUID(),
        identity,
        negotiated: negotiate(req),
        base: `http://${req.headers.host}`,
        deadline: Date.now() + 10_000,
        cost: { sql: 0, bus: 0 },
        tellsCost: true,
      };
      service.handle(Object.assign(req, { visit }) as unknown as VisitedRequest, res, () =>
        sendProblem(req, res, problems.notFound()),
      );
    } catch (error) {
      sendProblem(req, res, error as never);
    }
  });
  return app;
}

async function send(
  base: string,
  method: string,
  path: string,
  body: unknown,
  { as, headers }: { as?: Identity; headers?: Record<string, string> },
): Promise<TestAnswer> {
  if (as) identities.set(as.userId, as);
  const response = await fetch(base + path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...(as ? { 'x-test-identity': as.userId } : {}),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body) }),
    redirect: 'manual',
  });
  const text = await response.text();
  const [sqlCount, busCount] = (response.headers.get('x-plumbline-cost') ?? '0/0').split('/').map(Number);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
    cost: { sql: sqlCount!, bus: busCount! },
  };
}
