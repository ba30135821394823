import type { App } from '@plumbline/config';
import { bodyTooLarge, negotiate, readQuery, type Visit, type VisitedRequest } from '@plumbline/http';
import type { Request, Response } from 'express';
import type { ServiceAddress } from '../addresses';
import type { RequestRecord } from '../request-record';
import type { Deliver } from '../services/service-door';
import type { RecentWriters } from '../writers/recent-writers';
import type { Admit } from './admit';

export interface Forwarding {
  admit: Admit;
  services: Record<App, Deliver>;
  /** Largest body in bytes. */
  bodyLimit: number;
  writers: RecentWriters;
  /** Called before the answer to a write to users, tokens, groups or permissions goes out. */
  forgetIdentities(): void;
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Hands a request to the service its URL belongs to, once it is known who asks. */
export function forwardToService(
  { admit, services, bodyLimit, writers, forgetIdentities }: Forwarding,
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
      if (address.onlyReads || reads.has(req.method)) {
        if (isContentWithOld(req, visit)) visit.mayBeOld = writers.mayBeOld(visit.identity.userId);
        services[address.app](visited, res, refuse);
        return undefined;
      }
      const { userId } = visit.identity;
      const forward = () => {
        res.once('close', writers.keepNoting(userId));
        services[address.app](visited, res, refuse);
      };
      const noted = writers.note(userId);
      return noted ? noted.then(forward) : forward();
    },
  });
}

/**
 * Whether a read may show what was true a moment ago. Not one that a job makes, which may have been started by a
 * change; nor one that compares with what it was shown, or says that it wants nothing remembered.
 */
function isContentWithOld({ headers, method }: Request, { origin }: Visit): boolean {
  if (method === 'OPTIONS' || origin || headers['if-none-match'] || headers['if-match']) return false;
  return !(headers['cache-control'] ?? '').includes('no-cache');
}

/** Calls `act` when the answer is about to go out, whoever writes it. */
function beforeHeaders(res: Response, act: () => void): void {
  const writeHead = res.writeHead;
  res.writeHead = function acting(this: Response, ...head: Parameters<typeof writeHead>) {
    act();
    return writeHead.apply(this, head);
  } as typeof writeHead;
}
