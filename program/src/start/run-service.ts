import type { RequestListener } from 'node:http';
import { createNatsBus, measuredBus } from '@plumbline/bus';
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
import express, { type Request, type Response } from 'express';
import { modelCatalog } from './catalogs';
import { provideDatabases, provideServer } from './databases';
import { farewellMilliseconds } from './farewell';
import { processMetrics } from './process-metrics';
import { definitions } from './services';
import type { RunningTarget } from './target';

/** Runs one service in a process of its own: NATS to the others, HTTP for the gateway alone. */
export async function runService(app: App, settings: Settings, log: Log): Promise<RunningTarget> {
  const server = await provideServer(settings, log, [app]);
  const metrics = processMetrics(settings);
  const bus = measuredBus(await createNatsBus({ url: settings.natsUrl!, log, name: app }), metrics);
  const databases = await provideDatabases(app, settings, server, log);
  const service = await startService(definitions[app], { settings, catalog: modelCatalog(), ...databases, bus, log });
  for (const notice of service.notices) process.stdout.write(`${notice}\n`);
  const http = await startServer(listener(service, settings, log, metrics), {
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
function listener(service: RunningService, settings: Settings, log: Log, metrics: Metrics): RequestListener {
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
    try {
      const visit = { ...statement, negotiated: negotiate(req), cost: { sql: 0, bus: 0 }, tellsCost: true };
      service.handle(Object.assign(req, { visit }) as VisitedRequest, res, next);
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
