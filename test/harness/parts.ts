import { type App, apps } from '../../libs/config/src';
import type { TestDatabase } from '../../libs/testkit/src/database';
import { type Broker, startBroker } from './broker';
import { freePort } from './freePort';
import { createMigratedDatabase } from './migratedDatabase';
import { type Program, type ProgramOptions, startProgram } from './program';
import { startTcpProxy, type TcpProxy } from './tcpProxy';
import { throughPort } from './throughPort';

/** The connections of one service, each through a proxy. */
export interface Links {
  database: TcpProxy;
  broker: TcpProxy;
  /** From the gateway to the service. */
  http: TcpProxy;
}

/** The gateway and the services, each started by hand, without anybody who starts them again. */
export interface Parts {
  gateway: Program;
  services: Map<App, Program>;
  database: TestDatabase;
  broker: Broker;
  /** The links of the service that was named. */
  links: Links;
  startService: StartService;
  /** Starts another gateway beside the first; from another file of the program where one is named. */
  startGateway(entry?: string): Promise<Program>;
  stop(): Promise<void>;
}

/**
 * Starts one more process of a service and answers it; the gateway knows of it only when it was told its port before. It is
 * started from the file of the first one, where no other is named, and with further variables where they are.
 */
export type StartService = (
  app: App,
  port?: number,
  entry?: string,
  variables?: Record<string, string>,
) => Promise<Program>;

export interface PartsOptions {
  /** The service whose connections can be spoilt. */
  behindProxies: App;
  /** Further ports on which the gateway looks for processes of a service. */
  further?: Partial<Record<App, number[]>>;
  /** Settings of all services. */
  env?: Record<string, string>;
  /** The program's file of each part, where it is not the one that was built here. */
  entries?: Partial<Record<App | 'gateway', string>>;
  /** Whom the broker lets in, where these are not the services that come with the program alone. */
  authorization?: string;
}

/** Starts all parts. */
export async function startParts({
  behindProxies,
  further = {},
  env: settings = {},
  entries = {},
  authorization,
}: PartsOptions): Promise<Parts> {
  const database = await createMigratedDatabase();
  const broker = await startBroker(authorization === undefined ? {} : { authorization });
  const server = new URL(database.url);
  const [databaseProxy, brokerProxy] = await Promise.all([
    startTcpProxy({ port: Number(server.port) }),
    startTcpProxy({ port: broker.port }),
  ]);
  const spoilt = throughPort(database.url, databaseProxy.port);

  const started: Program[] = [];
  const stopStarted = () => Promise.all(started.map((program) => program.stop()));
  const start = async (part: App | 'gateway', options: ProgramOptions, entry = entries[part]): Promise<Program> => {
    const program = await startProgram({ ...options, ...(entry === undefined ? {} : { entry }) });
    started.push(program);
    return program;
  };
  const startService: StartService = async (app, port, entry, variables) => {
    const isSpoilt = app === behindProxies && port === undefined;
    const env = {
      DATABASE_URL: isSpoilt ? spoilt : database.url,
      NATS_URL: `nats://127.0.0.1:${isSpoilt ? brokerProxy.port : broker.port}`,
      ...settings,
      ...variables,
    };
    const options = { arguments: [`--target=${app}`], port: port ?? (await freePort()), env };
    return start(app, options, entry);
  };
  const beginning = await Promise.allSettled(apps.map(async (app) => [app, await startService(app)] as const));
  const failed = beginning.find((one) => one.status === 'rejected');
  if (failed) {
    await stopStarted();
    await broker.stop();
    throw failed.reason;
  }
  const services = new Map<App, Program>(beginning.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
  const portOf = (app: App) => Number(new URL(services.get(app)!.url).port);
  const http = await startTcpProxy({ port: portOf(behindProxies) });
  const portsOf = (app: App) => [app === behindProxies ? http.port : portOf(app), ...(further[app] ?? [])];
  const urls = apps.map((app) => [
    `${app.toUpperCase()}_URL`,
    portsOf(app)
      .map((port) => `http://127.0.0.1:${port}`)
      .join(','),
  ]);
  const startGateway = (entry?: string) => {
    const env = { NATS_URL: `nats://127.0.0.1:${broker.port}`, ...Object.fromEntries(urls) };
    return start('gateway', { arguments: ['--target=gateway'], env }, entry);
  };
  const gateway = await startGateway();
  return {
    gateway,
    services,
    database,
    broker,
    links: { database: databaseProxy, broker: brokerProxy, http },
    startService,
    startGateway,
    stop: async () => {
      await stopStarted();
      await Promise.all([databaseProxy.close(), brokerProxy.close(), http.close()]);
      await broker.stop();
      await database.drop();
    },
  };
}
