import { negotiate, problems, readQuery, sendAnswer } from '@plumbline/http';
import type { Request, Response } from 'express';
import { allowedVerbs } from '../addresses';
import type { RequestRecord } from '../request-record';
import { type ApiView, PlainRefusal } from '../views/api-view';
import type { Admit, Gate } from './admit';

const gate: Gate = { allow: allowedVerbs(['GET']), versioned: true, acceptsBasic: false };

/** What OPTIONS says of a view that has no model (rules/core.md §17). */
const describe = ({ name, description }: ApiView) => ({
  name,
  description,
  renders: ['application/json', 'text/html', 'text/csv'],
  parses: ['application/json', 'text/csv'],
  object_type: 'unknown',
});

async function readView(view: ApiView, ...asked: Parameters<ApiView['read']>) {
  try {
    return { status: 200, body: await view.read(...asked) };
  } catch (error) {
    if (error instanceof PlainRefusal) return { status: error.status, body: error.text };
    throw error;
  }
}

/** Answers a request to one of the gateway's own API views. */
export function answerApiView(admit: Admit, view: ApiView, req: Request, res: Response, record: RequestRecord): void {
  const query = readQuery(req.url);
  admit({
    req,
    res,
    record,
    gate,
    negotiated: () => negotiate(req, undefined, query),
    async enter(visit) {
      const options = { negotiated: visit.negotiated, allow: gate.allow, title: view.name };
      if (req.method === 'OPTIONS') {
        sendAnswer(req, res, 200, describe(view), options);
      } else if (req.method === 'GET' || req.method === 'HEAD') {
        const { status, body } = await readView(view, visit, query);
        sendAnswer(req, res, status, body, options);
      } else {
        throw problems.methodNotAllowed(req.method);
      }
    },
  });
}
