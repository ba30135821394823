import { Problem } from '@plumbline/http';
import type { Deliver, ServiceConnection } from './serviceConnection';

/** Calls a service of the same process; what it does not know is a 404. */
export function deliverDirectly({ handle }: Extract<ServiceConnection, { kind: 'direct' }>): Deliver {
  return (req, res, fail) => {
    req.gatewayRequest.vouched = { statement: { ...req.gatewayRequest, method: req.method } };
    handle(req, res, (error?: unknown) => fail(error ?? new Problem(404, { detail: 'Not found.' })));
  };
}
