import type { App } from '@plumbline/config';
import { type Tracing, traceAnswer } from '@plumbline/tracing';
import type { Deliver } from './serviceConnection';

/** Delivers as part of the request's trace; a service in another process goes on with it. */
export const traceDelivery =
  (app: App, kind: 'internal' | 'client', deliver: Deliver, tracing: Tracing): Deliver =>
  (req, res, fail) => {
    const attributes = {
      'http.request.method': req.method,
      'plumbline.app': app,
      'plumbline.request_id': req.gatewayRequest.requestId,
    };
    traceAnswer(tracing, res, { name: `${req.method} ${app}`, kind, attributes }, () => {
      if (kind === 'client') {
        delete req.headers.tracestate;
        Object.assign(req.headers, tracing.carry());
      }
      deliver(req, res, fail);
    });
  };
