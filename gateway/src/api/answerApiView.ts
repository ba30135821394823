import { negotiate, plainOptions, problems, readQuery, sendAnswer } from '@plumbline/http';
import type { Request, Response } from 'express';
import { allowedVerbs } from '../addresses';
import type { RequestRecord } from '../requestRecord';
import { vouchFor } from '../services/vouchFor';
import { type ApiView, PlainRefusal } from '../views/apiView';
import type { Authorize, EndpointAccess } from './authorize';

const access: EndpointAccess = { allow: allowedVerbs(['GET']), versioned: true, acceptsBasic: false };

async function readView(view: ApiView, ...asked: Parameters<ApiView['read']>) {
  try {
    return { status: 200, body: await view.read(...asked) };
  } catch (error) {
    if (error instanceof PlainRefusal) return { status: error.status, body: error.text };
    throw error;
  }
}

/** Answers a request to one of the gateway's own API views. */
export function answerApiView(
  authorize: Authorize,
  view: ApiView,
  req: Request,
  res: Response,
  record: RequestRecord,
  statementKeys: readonly Buffer[],
): void {
  const query = readQuery(req.url);
  authorize({
    req,
    res,
    record,
    access,
    negotiated: () => negotiate(req, undefined, query),
    async enter(gatewayRequest) {
      const options = { negotiated: gatewayRequest.negotiated, allow: access.allow, title: view.name };
      if (req.method === 'OPTIONS') {
        sendAnswer(req, res, 200, plainOptions(view.name, view.description), options);
      } else if (req.method === 'GET' || req.method === 'HEAD') {
        const vouched = vouchFor({ ...gatewayRequest, method: 'GET' }, req.url, statementKeys);
        const { status, body } = await readView(view, { ...gatewayRequest, vouched }, query);
        sendAnswer(req, res, status, body, options);
      } else {
        throw problems.methodNotAllowed(req.method);
      }
    },
  });
}
