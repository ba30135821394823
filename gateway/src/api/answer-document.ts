import { problems, readQuery, sendAnswer } from '@plumbline/http';
import type { Request, Response } from 'express';
import { allowedVerbs } from '../addresses';
import type { RequestRecord } from '../request-record';
import type { DocumentView, Opened } from '../views/document-view';
import type { Admit, Gate } from './admit';

const gate: Gate = { allow: allowedVerbs(['GET']), versioned: false, acceptsBasic: false };

/** Answers a request to one of the documents below `/api/`. */
export function answerDocument(
  admit: Admit,
  view: DocumentView,
  req: Request,
  res: Response,
  record: RequestRecord,
): void {
  let opened: Opened;
  admit({
    req,
    res,
    record,
    gate,
    negotiated() {
      opened = view.open(req, readQuery(req.url));
      return opened.negotiated;
    },
    enter(visit) {
      if (req.method === 'OPTIONS') {
        sendAnswer(req, res, 200, undefined, { allow: gate.allow });
        return undefined;
      }
      if (req.method !== 'GET' && req.method !== 'HEAD') throw problems.methodNotAllowed(req.method);
      return opened.respond(req, res, visit);
    },
  });
}
