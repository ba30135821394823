import type { RequestListener } from 'node:http';
import { hostname } from 'node:os';
import type { Notices, RunningTarget } from '@plumbline/command';
import { type App, addressOf, keyFor, type Settings, statementPurpose } from '@plumbline/config';
import { type RunningService, type ServiceDefinition, startService } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import {
  type AuthenticatedRequest,
  ageOfStatement,
  type Bound,
  clocksApartAtMost,
  demandBearer,
  errorAnswer,
  forwardedHeadBytes,
  negotiate,
  type Problem,
  problems,
  readForwarded,
  readStatement,
  requestIdOf,
  requestKeyHeader,
  sendProblem,
  startServer,
  statementHeader,
  withOutcome,
} from '@plumbline/http';
import type { Log } from '@plumbline/log';
import { asText, type Metrics, textType } from '@plumbline/metrics';
import type { Catalog } from '@plumbline/model';
import {
  asMessage,
  drainMilliseconds,
  observed,
  observedDatabases,
  openNatsBus,
  processMetrics,
  provideDatabases,
  type Server,
} from '@plumbline/process';
import { type SpanOptions, type Tracing, traceAnswer, traceHeaders } from '@plumbline/tracing';
import express, { type Request, type Response } from 'express';
import { applicationOf } from './applicationOf';

/** A service that is to run in a process of its own. */
export interface ServiceAlone {
  definition: ServiceDefinition;
  /** All models, as they are known to begin with. */
  catalog: Catalog;
  /** Apps that settings name and of which nothing is known yet. */
  unknown?: readonly App[];
  server: Server;
}

/** Runs one service in a process of its own: NATS to the others, HTTP for the gateway alone. */
export async function runService(
  { definition, catalog, unknown = [], server }: ServiceAlone,
  settings: Settings,
  log: Log,
  tracing?: Tracing,
  ending?: AbortSignal,
): Promise<RunningTarget> {
  const { app } = definition;
  const metrics = processMetrics(settings);
  const statements = keyFor(statementPurpose(app), settings.secretKey);
  const nats = await openNatsBus(app, settings, log, {
    readStatement: (text) => readForwarded(text, statements),
    ending,
  });
  const bus = observed(nats, metrics, tracing);
  const databases = observedDatabases(await provideDatabases(definition, settings, server, log), tracing);
  const application = asMessage(applicationOf(definition, catalog));
  // Told once it is known; services that start are asked again.
  let reachedAt: string | undefined;
  const service = await startService(definition, {
    settings,
    catalog,
    unknown,
    ...registered,
    ...databases,
    bus,
    apart: true,
    reachedAt: () => ({
      application,
      ...(reachedAt === undefined ? {} : { url: reachedAt }),
    }),
    log,
    tracing,
  });
  handOnNotices(service.notices);
  const http = await startServer(listener(service, statements, log, metrics, tracing), {
    port: settings.port,
    host: settings.host,
    log,
    drainMilliseconds,
    headBytes: forwardedHeadBytes,
  });
  const listening = { host: settings.host, port: http.port };
  reachedAt = addressOf(listening, hostname());
  service.open();
  return {
    address: addressOf(listening),
    stop: async () => {
      await http.stop();
      await service.stop();
      await bus.close();
      await server.stop();
    },
  };
}

/** What people have to know once is said by the supervisor, at the end of all that starts; without one it is said here. */
function handOnNotices(notices: string[]): void {
  if (notices.length === 0) return;
  if (process.send) process.send({ notices } satisfies Notices);
  else process.stdout.write(notices.map((notice) => `${notice}\n`).join(''));
}

/** Takes requests from the gateway: who asks is what its signed statement says, and nobody else is listened to. */
function listener(
  service: RunningService,
  key: Buffer,
  log: Log,
  metrics: Metrics,
  tracing?: Tracing,
): RequestListener {
  const name = service.engine.app;
  const tellOfTime = createTellOfTime(log);
  const refusalOf = (text: string | undefined, bound: Bound): Problem => {
    const age = ageOfStatement(text, key);
    const isOutOfTime = age !== undefined && Math.abs(age) > clocksApartAtMost;
    // It is for this request, and would be good at the time when it was made.
    if (!isOutOfTime || !readStatement(text, bound, key, Date.now() - age))
      return problems.forbidden('Requests come through the gateway.');
    tellOfTime(age);
    return withOutcome(problems.unavailable(name), 'none');
  };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/health/live/', (_req, res) => void res.json({ live: true, service: name }));
  app.get(
    ['/health/', '/health/ready/'],
    (_req, res) => void service.ready().then((ready) => res.status(ready ? 200 : 503).json({ ready })),
  );
  app.get('/metrics/', (req, res) => {
    const { metricsEnabled, metricsToken } = service.engine.settings;
    if (!metricsEnabled) return sendProblem(req, res, problems.notFound());
    const answer = tellMeasures(metrics, metricsToken, req, res);
    void answer.catch((error) => sendProblem(req, res, errorAnswer(error, { log, requestId: requestIdOf(req) })));
  });
  app.use((req, res, next) => {
    const text = req.headers[statementHeader] as string | undefined;
    const bound = { app: name, method: req.method, url: req.originalUrl };
    const statement = readStatement(text, bound, key);
    if (!statement) return sendProblem(req, res, refusalOf(text, bound));
    if (log.isLevelEnabled('debug')) tellServed(req, res, statement.requestId, log);
    try {
      const vouched = { statement, text };
      const requestKey = req.headers[requestKeyHeader];
      const named = typeof requestKey === 'string' ? { requestKey } : {};
      const cost = { sql: 0, bus: 0 };
      const gatewayRequest = { ...statement, ...named, vouched, negotiated: negotiate(req), cost, tellsCost: true };
      const handle = () => service.handle(Object.assign(req, { gatewayRequest }) as AuthenticatedRequest, res, next);
      if (!tracing) handle();
      else traceAnswer(tracing, res, spanOf(name, req, statement.requestId), handle);
    } catch (error) {
      sendProblem(req, res, errorAnswer(error, { log, requestId: statement.requestId }));
    }
  });
  app.use((req, res) => sendProblem(req, res, problems.notFound()));
  return app;
}

/** As text for Prometheus, or as the gateway takes it. */
async function tellMeasures(metrics: Metrics, token: string | undefined, req: Request, res: Response): Promise<void> {
  demandBearer(req.headers, token);
  const families = await metrics.families();
  if (req.query.format === 'json') res.json(families);
  else res.type(textType).send(await asText(families));
}

const spanOf = (app: App, { method, headers }: Request, requestId: string): SpanOptions => ({
  name: `${method} ${app}`,
  kind: 'server',
  attributes: { 'http.request.method': method, 'plumbline.app': app, 'plumbline.request_id': requestId },
  from: traceHeaders(headers),
});

/** Milliseconds between two complaints about the time. */
const toldOfTimeEvery = 60_000;

/** Makes what tells how long a request took by two clocks. */
function createTellOfTime(log: Log): (age: number) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (age) => {
    if (performance.now() - toldAt < toldOfTimeEvery) return;
    toldAt = performance.now();
    log.error(
      { secondsBehind: Math.round(-age / 1_000) },
      'requests of the gateway are of another time and are refused: let both machines follow the same time server',
    );
  };
}

/** The gateway logs what was asked; this is for whoever looks at one service. */
function tellServed({ method }: Request, res: Response, requestId: string, log: Log): void {
  const started = performance.now();
  res.once('close', () => {
    const milliseconds = Math.round((performance.now() - started) * 10) / 10;
    log.debug({ requestId, method, status: res.statusCode, milliseconds }, 'request served');
  });
}
