import type { GatewayRequest, Negotiated, Query } from '@plumbline/http';
import type { Request, Response } from 'express';

/** How a document is going to be written, once its caller has been let in. */
export interface Opened {
  /** How a refusal is to be written; absent: as JSON. */
  negotiated?: Negotiated;
  respond(req: Request, res: Response, gatewayRequest: GatewayRequest): void | Promise<void>;
}

/**
 * A view below `/api/` that is a document of its own kind: it does not speak of API versions and negotiates by itself.
 */
export interface DocumentView {
  path: string;
  /** Chooses the form of the answer; throws a `Problem` (404, 406) when there is none. */
  open(req: Request, query: Query): Opened;
}
