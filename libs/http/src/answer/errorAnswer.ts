import type { Log } from '@plumbline/log';
import { contractRelease } from '../contractRelease';
import { Problem, problems } from './problem';

/** Where an error happened, for the log and for the id in the answer. */
export interface ErrorScene {
  log: Log;
  requestId: string;
}

/**
 * Turns whatever a request threw into the answer for it. A `Problem` is its own answer, a service or database that
 * cannot be reached is a 503, an error a framework marked as the client's keeps its 4xx status, anything else is logged
 * and becomes a 500.
 */
export function errorAnswer(error: unknown, { log, requestId }: ErrorScene): Problem {
  if (error instanceof Problem) return error;
  const name = error instanceof Error ? error.name : undefined;
  if (name === 'ServiceUnavailable' || name === 'DatabaseUnavailable') {
    log.warn({ requestId, error }, 'answered 503');
    return problems.unavailable(textOf(error, 'app') ?? 'database', textOf(error, 'told'));
  }
  const clientStatus = clientStatusOf(error);
  if (clientStatus !== undefined) return new Problem(clientStatus, { detail: (error as Error).message });
  log.error({ requestId, error }, 'answered 500');
  return new Problem(500, {
    error: 'Internal server error',
    exception: 'InternalError',
    request_id: requestId,
    nautobot_version: contractRelease,
    python_version: 'none',
  });
}

function textOf(error: unknown, name: string): string | undefined {
  const value: unknown = (error as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

/**
 * Errors of `http-errors` (express, proxies) carry a status and say with `expose` whether a client may read the
 * message.
 */
function clientStatusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { status, expose } = error as { status?: unknown; expose?: unknown };
  const isClients = typeof status === 'number' && status >= 400 && status < 500;
  return isClients && (expose === true || error instanceof URIError) ? status : undefined;
}
