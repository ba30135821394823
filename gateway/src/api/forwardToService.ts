import { randomUUID } from 'node:crypto';
import type { App } from '@plumbline/config';
import {
  type AuthenticatedRequest,
  asksForFile,
  bodyTooLarge,
  type GatewayRequest,
  isWrite,
  negotiate,
  readQuery,
} from '@plumbline/http';
import type { Request, Response } from 'express';
import type { ServiceAddress } from '../addresses';
import type { RequestRecord } from '../requestRecord';
import type { Deliver } from '../services/serviceConnection';
import type { RecentWriters } from '../writers/recentWriters';
import type { Authorize } from './authorize';

export interface Forwarding {
  authorize: Authorize;
  services: Record<App, Deliver>;
  /** Largest body in bytes. */
  bodyLimit: number;
  writers: RecentWriters;
  /** Called before the answer to a write to users, tokens, groups or permissions goes out. */
  forgetIdentities(): void;
}

/** Hands a request to the service its URL belongs to, once it is known who asks. */
export function forwardToService(
  { authorize, services, bodyLimit, writers, forgetIdentities }: Forwarding,
  address: ServiceAddress,
  req: Request,
  res: Response,
  record: RequestRecord,
): void {
  authorize({
    req,
    res,
    record,
    access: address,
    negotiated: () => {
      // Browsers ask for pictures alone where a page shows one; generated clients for a file as it is described.
      if (address.unnegotiated || asksForFile(req.headers.accept, address.files)) req.headers.accept = '*/*';
      return negotiate(req, undefined, readQuery(req.url));
    },
    enter(gatewayRequest, refuse) {
      if (Number(req.headers['content-length']) > bodyLimit) throw bodyTooLarge(bodyLimit);
      if (address.app === 'users' && isWrite(req.method)) beforeHeaders(res, forgetIdentities);
      const visited = req as AuthenticatedRequest;
      visited.gatewayRequest = gatewayRequest;
      if (address.onlyReads || !isWrite(req.method)) {
        if (isContentWithOld(req, gatewayRequest))
          gatewayRequest.mayBeOld = writers.mayBeOld(gatewayRequest.identity.userId);
        services[address.app]!(visited, res, refuse);
        return undefined;
      }
      if (req.headers['idempotency-key'] === undefined) gatewayRequest.requestKey = randomUUID();
      const { userId } = gatewayRequest.identity;
      const forward = () => {
        // Nothing is begun for whoever has gone meanwhile.
        if (writers.keepNoting(userId, res)) services[address.app]!(visited, res, refuse);
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
function isContentWithOld({ headers, method }: Request, { origin }: GatewayRequest): boolean {
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
