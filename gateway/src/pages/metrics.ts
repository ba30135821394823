import type { Bus } from '@plumbline/bus';
import type { App } from '@plumbline/config';
import { demandBearer, Problem, sendAnswer, sendProblem } from '@plumbline/http';
import { asText, type Family, type Metrics, textType } from '@plumbline/metrics';
import type { Request, Response } from 'express';
import { allowedVerbs } from '../addresses';
import type { Examine } from '../health';
import { measureHealth } from '../healthMeasures';
import { measureServices } from '../serviceMeasures';

const allow = allowedVerbs(['GET']);

export interface MetricsPageParts {
  /** What must be sent to read them; nothing when absent. */
  token: string | undefined;
  /** What this process measures. */
  metrics: Metrics;
  bus: Bus;
  /** The services there are. */
  apps: readonly App[];
  /** What the processes of services measure that are not this one. */
  elsewhere(): Promise<Family[]>;
  examine: Examine;
}

/** Makes the page of numbers for Prometheus: of this process, of those of the services, and of the services as such. */
export function createMetricsPage({ token, metrics, bus, apps, elsewhere, examine }: MetricsPageParts) {
  return async (req: Request, res: Response): Promise<void> => {
    try {
      demandBearer(req.headers, token);
    } catch (error) {
      // Programs read this, not people.
      if (!(error instanceof Problem)) throw error;
      sendProblem(req, res, error, { allow });
      return;
    }
    const families = await Promise.all([
      metrics.families(),
      elsewhere(),
      measureServices(bus, apps),
      measureHealth(examine),
    ]);
    const text = Buffer.from(await asText(families.flat()));
    sendAnswer(req, res, 200, text, { allow, headers: { 'Content-Type': textType } });
  };
}
