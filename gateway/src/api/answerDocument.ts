import { problems, readQuery, sendAnswer } from '@plumbline/http';
import type { Request, Response } from 'express';
import { allowedVerbs } from '../addresses';
import type { RequestRecord } from '../requestRecord';
import type { DocumentView, Opened } from '../views/documentView';
import type { Authorize, EndpointAccess } from './authorize';

const access: EndpointAccess = { allow: allowedVerbs(['GET']), versioned: false, acceptsBasic: false };

/** Answers a request to one of the documents below `/api/`. */
export function answerDocument(
  authorize: Authorize,
  view: DocumentView,
  req: Request,
  res: Response,
  record: RequestRecord,
): void {
  let opened: Opened;
  authorize({
    req,
    res,
    record,
    access,
    negotiated() {
      opened = view.open(req, readQuery(req.url));
      return opened.negotiated;
    },
    enter(gatewayRequest) {
      if (req.method === 'OPTIONS') {
        sendAnswer(req, res, 200, undefined, { allow: access.allow });
        return undefined;
      }
      if (req.method !== 'GET' && req.method !== 'HEAD') throw problems.methodNotAllowed(req.method);
      return opened.respond(req, res, gatewayRequest);
    },
  });
}
