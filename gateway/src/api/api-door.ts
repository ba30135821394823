import { sendAnswer } from '@plumbline/http';
import type { Request, Response } from 'express';
import type { FindAddress } from '../addresses';
import { redirectToSlash } from '../redirect';
import type { RequestRecord } from '../request-record';
import type { ApiView } from '../views/api-view';
import type { DocumentView } from '../views/document-view';
import { answerApiView } from './answer-api-view';
import { answerDocument } from './answer-document';
import { type Forwarding, forwardToService } from './forward-to-service';

export interface ApiDoorParts extends Forwarding {
  findAddress: FindAddress;
  apiViews: readonly ApiView[];
  documentViews: readonly DocumentView[];
}

/** Answers everything below `/api/` and `/media/`; `path` is the URL without its query. */
export type ApiDoor = (path: string, req: Request, res: Response, record: RequestRecord) => void;

/** Other spacing than all other bodies have, as clients know it of URLs that lead nowhere. */
const nowhere = Buffer.from('{"detail": "Not found."}');

const isFile = (path: string): boolean => path.startsWith('/media/');

/** Finds what a URL leads to: a view of ours, an endpoint of a service, the same with a slash, or nothing. */
export function createApiDoor(parts: ApiDoorParts): ApiDoor {
  const { admit, findAddress } = parts;
  const apiViews = new Map(parts.apiViews.map((view) => [view.path, view]));
  const documentViews = new Map(parts.documentViews.map((view) => [view.path, view]));
  const leadsSomewhere = (path: string) =>
    apiViews.has(path) || documentViews.has(path) || findAddress(path) !== undefined;

  return (path, req, res, record) => {
    if (req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined) {
      record.route = 'preflight';
      sendAnswer(req, res, 200, undefined);
      return;
    }
    const apiView = apiViews.get(path);
    if (apiView) {
      record.route = path;
      answerApiView(admit, apiView, req, res, record);
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
      answerDocument(admit, documentView, req, res, record);
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
