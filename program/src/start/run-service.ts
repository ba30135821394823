import type { RequestListener } from 'node:http';
import { createNatsBus } from '@plumbline/bus';
import type { App, Settings } from '@plumbline/config';
import { type RunningService, startService } from '@plumbline/engine';
import {
  errorAnswer,
  negotiate,
  problems,
  readStatement,
  sendProblem,
  startServer,
  statementHeader,
  type VisitedRequest,
} from '@plumbline/http';
import type { Log } from '@plumbline/log';
import { asText, type Metrics, textType } from '@plumbline/metrics';
import { type SpanOptions, type Tracing, traceAnswer, traceHeaders } from '@plumbline/tracing';
import express, { type Request, type Response } from 'express';
import { modelCatalog } from './catalogs';
import { provideDatabases, provideServer } from './databases';
import { farewellMilliseconds } from './farewell';
import { observed, observedDatabases } from './observed';
import { processMetrics } from './process-metrics';
import { definitions } from './services';
import type { RunningTarget } from './target';

/** Runs one service in a process of its own: NATS to the others, HTTP for the gateway alone. */
export async function runService(app: App, settings: Settings, log: Log, tracing?: Tracing): Promise<RunningTarget> {
  const server = await provideServer(settings, log, [app]);
  const metrics = processMetrics(settings);
  const bus = observed(await createNatsBus({ url: settings.natsUrl!, log, name: app }), metrics, tracing);
  const databases = observedDatabases(await provideDatabases(app, settings, server, log), tracing);
  const service = await startService(definitions[app], {
    settings,
    catalog: modelCatalog(),
    ...databases,
    bus,
    log,
    tracing,
  });
  for (const notice of service.notices) process.stdout.write(`${notice}\n`);
  const http = await startServer(listener(service, settings, log, metrics, tracing), {
    port: settings.port,
    host: settings.host,
    log,
    farewellMilliseconds,
  });
  service.open();
  return {
    address: `http://${settings.host}:${http.port}`,
    stop: async () => {
      await http.stop();
      await service.stop();
      await bus.close();
      await server.stop();
    },
  };
}

/** Takes requests from the gateway: who asks is what its signed statement says, and nobody else is listened to. */
function listener(
  service: RunningService,
  settings: Settings,
  log: Log,
  metrics: Metrics,
  tracing?: Tracing,
): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/health/live/', (_req, res) => void res.json({ live: true }));
  app.get(
    ['/health/', '/health/ready/'],
    (_req, res) => void service.ready().then((ready) => res.status(ready ? 200 : 503).json({ ready })),
  );
  app.get('/metrics/', (req, res, next) => void tellMeasures(metrics, req, res).catch(next));
  app.use((req, res, next) => {
    const statement = readStatement(req.headers[statementHeader] as string | undefined, settings.secretKey);
    if (!statement) return sendProblem(req, res, problems.forbidden('Requests come through the gateway.'));
    if (log.isLevelEnabled('debug')) tellServed(req, res, statement.requestId, log);
    try {
      const visit = { ...statement, negotiated: negotiate(req), cost: { sql: 0, bus: 0 }, tellsCost: true };
      const handle = () => service.handle(Object.assign(req, { visit }) as VisitedRequest, res, next);
      if (!tracing) handle();
      else traceAnswer(tracing, res, spanOf(service.engine.app, req, statement.requestId), handle);
    } catch (error) {
      sendProblem(req, res, errorAnswer(error, { log, requestId: statement.requestId }));
    }
  });
  app.use((req, res) => sendProblem(req, res, problems.notFound()));
  return app;
}

/** As text for Prometheus, or as the gateway takes it. */
async function tellMeasures(metrics: Metrics, req: Request, res: Response): Promise<void> {
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

/** The gateway logs what was asked; this is for whoever looks at one service. */
function tellServed({ method }: Request, res: Response, requestId: string, log: Log): void {
  const started = performance.now();
  res.once('close', () => {
    const milliseconds = Math.round((performance.now() - started) * 10) / 10;
    log.debug({ requestId, method, status: res.statusCode, milliseconds }, 'request served');
  });
}
