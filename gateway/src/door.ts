import { requestIdOf, stripInternalHeaders } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Tracing } from '@plumbline/tracing';
import type { Request, RequestHandler, Response } from 'express';
import type { ApiDoor } from './api/api-door';
import type { RequestMetrics } from './request-metrics';
import { type RequestRecord, recordRequest } from './request-record';
import type { SiteDoor } from './site-door';
import { traceRequest } from './trace-request';

export interface DoorParts {
  api: ApiDoor;
  site: SiteDoor;
  /** Scripts and styles of the documentation, below `/api/docs/`. */
  explorerFiles: RequestHandler;
  log: Log;
  metrics: RequestMetrics;
  tracing: Tracing | undefined;
}

const explorerPath = '/api/docs/';

/** How an address begins that a client sends whole, as it would to a proxy. */
const origin = /^https?:\/\/[^/?]*/i;

/** Asked every few seconds by those who see whether all is well: such traces would bury the others. */
const isWatched = (path: string): boolean => path.startsWith('/health') || path.startsWith('/metrics');

/**
 * The one handler every request passes: it takes away what only our own processes may say, gives the request its id,
 * sees that it is logged and counted, and sends it on. It is on every request's way, so it does little.
 */
export function createDoor({ api, site, explorerFiles, log, metrics, tracing }: DoorParts): RequestHandler {
  return (req: Request, res: Response) => {
    const started = performance.now();
    stripInternalHeaders(req.headers);
    const requestId = requestIdOf(req);
    const record: RequestRecord = { requestId, route: 'unknown', started, cost: { sql: 0, bus: 0 } };
    res.setHeader('X-Request-Id', requestId);
    recordRequest(req, res, record, log, metrics);

    if (!req.url.startsWith('/')) req.originalUrl = req.url = req.url.replace(origin, '') || '/';
    const question = req.url.indexOf('?');
    const path = question < 0 ? req.url : req.url.slice(0, question);
    if (tracing && !isWatched(path)) traceRequest(tracing, req, res, record, () => lead(path, req, res, record));
    else lead(path, req, res, record);
  };

  function lead(path: string, req: Request, res: Response, record: RequestRecord): void {
    const continueWithApi = () => api(path, req, res, record);
    if (path.startsWith(explorerPath) && path.length > explorerPath.length) {
      record.route = `${explorerPath}{file}`;
      explorerFiles(req, res, continueWithApi);
    } else if (path.startsWith('/api/') || path === '/api' || path.startsWith('/media/')) {
      continueWithApi();
    } else {
      site(path, req, res, record);
    }
  }
}
