import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '@plumbline/config';
import { type AuthenticatedRequest, isWrite, type Problem, problems, withOutcome } from '@plumbline/http';
import type { Response } from 'express';

/** A request that is handed on to a service. */
export interface Delivery {
  fail(error: unknown): void;
  /** Runs out at the deadline unless the answer has begun. */
  timer: NodeJS.Timeout | undefined;
  outgoing?: ClientRequest | undefined;
  /** Its body comes in chunks. */
  isChunked: boolean;
  /** It was handed on before, to a process that broke off. */
  isRepeated: boolean;
}

/** What deliveries to a service need. */
export interface DeliveryParts {
  app: App;
  /** The process at the other end was silent or broke off: no connection to it is used again. */
  leave(socket: Socket | null): void;
  /** Hands a request on. */
  forward(req: AuthenticatedRequest, res: Response, fail: Delivery['fail']): void;
}

/** The requests that are handed on to a service, until they have their answer or nobody waits for it any more. */
export interface Deliveries {
  begin(req: AuthenticatedRequest, res: Response, fail: Delivery['fail']): void;
  /** The delivery of a request; undefined where nobody waits for its answer any more. */
  of(req: IncomingMessage): Delivery | undefined;
  /**
   * After a process broke off before it answered: what is only read is handed on once more, since nothing comes of reading twice.
   * Whatever else fails with a 503, which says of a write that was handed on that nobody knows what has come of it.
   */
  repeatOrGiveUp(req: AuthenticatedRequest, res: Response): void;
}

export function createDeliveries({ app, leave, forward }: DeliveryParts): Deliveries {
  const underWay = new WeakMap<IncomingMessage, Delivery>();

  function giveUp(req: AuthenticatedRequest): void {
    const delivery = underWay.get(req);
    if (!delivery) return;
    underWay.delete(req);
    clearTimeout(delivery.timer);
    delivery.outgoing?.destroy();
    delivery.fail(delivery.outgoing ? unanswered(app, req) : problems.unavailable(app));
  }

  /** The time a client takes to send its request is not the service's: as long as bytes arrive, the deadline moves on. */
  function watchDeadline(req: AuthenticatedRequest, delivery: Delivery, read = req.socket.bytesRead): void {
    const patience = Math.max(0, req.gatewayRequest.deadline - Date.now());
    delivery.timer = setTimeout(() => {
      if (req.socket.bytesRead > read) {
        req.gatewayRequest.deadline = Date.now() + patience;
        watchDeadline(req, delivery);
      } else {
        leave(delivery.outgoing?.socket ?? null);
        giveUp(req);
      }
    }, patience);
  }

  return {
    begin(req, res, fail) {
      const isChunked = req.headers['transfer-encoding'] !== undefined;
      const delivery: Delivery = { fail, timer: undefined, isChunked, isRepeated: false };
      underWay.set(req, delivery);
      watchDeadline(req, delivery);
      res.once('close', () => {
        clearTimeout(delivery.timer);
        underWay.delete(req);
        if (!res.writableFinished) delivery.outgoing?.destroy();
      });
      forward(req, res, fail);
    },
    of: (req) => underWay.get(req),
    repeatOrGiveUp(req, res) {
      const delivery = underWay.get(req);
      const isOpen = !res.headersSent && !res.destroyed;
      if (!delivery?.outgoing || delivery.isRepeated || !isOpen || isWrite(req.method) || hasBody(req)) {
        giveUp(req);
        return;
      }
      leave(delivery.outgoing.socket);
      delivery.outgoing = undefined;
      delivery.isRepeated = true;
      forward(req, res, delivery.fail);
    },
  };
}

/** What came with a request was handed on with it, and is not there a second time. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** What is said of a request that was handed on and not answered. */
function unanswered(app: App, { method, headers, gatewayRequest }: AuthenticatedRequest): Problem {
  const problem = problems.unavailable(app);
  const named = headers['idempotency-key'];
  const key = typeof named === 'string' ? named : gatewayRequest.requestKey;
  return isWrite(method) && key !== undefined ? withOutcome(problem, 'unknown', key) : problem;
}
