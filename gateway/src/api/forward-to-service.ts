import type { App } from '@plumbline/config';
import { bodyTooLarge, negotiate, readQuery, type VisitedRequest } from '@plumbline/http';
import type { Request, Response } from 'express';
import type { ServiceAddress } from '../addresses';
import type { RequestRecord } from '../request-record';
import type { Deliver } from '../services/service-door';
import type { Admit } from './admit';

export interface Forwarding {
  admit: Admit;
  services: Record<App, Deliver>;
  /** Largest body in bytes. */
  bodyLimit: number;
  /** Called before the answer to a write to users, tokens, groups or permissions goes out. */
  forgetIdentities(): void;
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Hands a request to the service its URL belongs to, once it is known who asks. */
export function forwardToService(
  { admit, services, bodyLimit, forgetIdentities }: Forwarding,
  address: ServiceAddress,
  req: Request,
  res: Response,
  record: RequestRecord,
): void {
  admit({
    req,
    res,
    record,
    gate: address,
    negotiated: () => {
      // Browsers ask for pictures alone where a page shows one.
      if (address.unnegotiated) req.headers.accept = '*/*';
      return negotiate(req, undefined, readQuery(req.url));
    },
    enter(visit, refuse) {
      if (Number(req.headers['content-length']) > bodyLimit) throw bodyTooLarge(bodyLimit);
      if (address.app === 'users' && !reads.has(req.method)) beforeHeaders(res, forgetIdentities);
      const visited = req as VisitedRequest;
      visited.visit = visit;
      services[address.app](visited, res, refuse);
    },
  });
}

/** Calls `act` when the answer is about to go out, whoever writes it. */
function beforeHeaders(res: Response, act: () => void): void {
  const writeHead = res.writeHead;
  res.writeHead = function acting(this: Response, ...head: Parameters<typeof writeHead>) {
    act();
    return writeHead.apply(this, head);
  } as typeof writeHead;
}
