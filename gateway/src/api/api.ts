import { sendAnswer } from '@plumbline/http';
import type { RequestHandler } from 'express';
import type { FindAddress } from '../addresses';
import { redirectToSlash } from '../redirect';
import { recordOf } from '../requestRecord';
import type { ApiView } from '../views/apiView';
import type { DocumentView } from '../views/documentView';
import { answerApiView } from './answerApiView';
import { answerDocument } from './answerDocument';
import { type Forwarding, forwardToService } from './forwardToService';

export interface ApiParts extends Forwarding {
  findAddress: FindAddress;
  apiViews: readonly ApiView[];
  documentViews: readonly DocumentView[];
  /** What the gateway's statements are signed with. */
  statementKeys: readonly Buffer[];
}

/** Other spacing than all other bodies have, as clients know it of URLs that lead nowhere. */
const nowhere = Buffer.from('{"detail": "Not found."}');

const isOfApi = (path: string): boolean => path.startsWith('/api/') || path === '/api' || isFile(path);

const isFile = (path: string): boolean => path.startsWith('/media/');

/**
 * Answers everything below `/api/` and `/media/`. Finds what a URL leads to: a view of ours, an endpoint of a service, the
 * same with a slash, or nothing.
 */
export function createApi(parts: ApiParts): RequestHandler {
  const { authorize, findAddress } = parts;
  const apiViews = new Map(parts.apiViews.map((view) => [view.path, view]));
  const documentViews = new Map(parts.documentViews.map((view) => [view.path, view]));
  const leadsSomewhere = (path: string) =>
    apiViews.has(path) || documentViews.has(path) || findAddress(path) !== undefined;

  return (req, res, next) => {
    const path = req.url.split('?', 1)[0]!;
    if (!isOfApi(path)) return next();
    const record = recordOf(res);
    if (req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined) {
      record.route = 'preflight';
      sendAnswer(req, res, 200, undefined);
      return;
    }
    const apiView = apiViews.get(path);
    if (apiView) {
      record.route = path;
      answerApiView(authorize, apiView, req, res, record, parts.statementKeys);
      return;
    }
    const address = path.endsWith('/') || isFile(path) ? findAddress(path) : undefined;
    if (address) {
      record.route = address.template;
      record.address = address;
      forwardToService(parts, address, req, res, record);
      return;
    }
    const documentView = documentViews.get(path);
    if (documentView) {
      record.route = path;
      answerDocument(authorize, documentView, req, res, record);
      return;
    }
    if (!path.endsWith('/') && leadsSomewhere(`${path}/`)) {
      record.route = 'missing slash';
      redirectToSlash(path, req, res);
      return;
    }
    record.route = 'unknown';
    sendAnswer(req, res, 404, nowhere);
  };
}
