import {
  type AnswerOptions,
  absoluteBase,
  errorAnswer,
  type GatewayRequest,
  type Identity,
  isWrite,
  type Negotiated,
  Problem,
  sendProblem,
  withOutcome,
} from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Request, Response } from 'express';
import type { Authenticate, AuthRequest } from '../authentication/authenticate';
import { pathPrefix, redirect } from '../redirect';
import type { RequestRecord } from '../requestRecord';

/** What a URL asks of whoever calls it. */
export interface EndpointAccess {
  allow: readonly string[];
  /** Whether answers name the API version. */
  versioned: boolean;
  /** The model as whose tables answers are saved. */
  csvName?: string;
  /** Whether a name and password will do instead of a token. */
  acceptsBasic: boolean;
}

export interface AuthorizeCall {
  req: Request;
  res: Response;
  record: RequestRecord;
  access: EndpointAccess;
  /** Decides how the answer is written; throws what negotiation throws. */
  negotiated(): Negotiated | undefined;
  /** What happens once the caller is known; what it throws becomes the answer. */
  enter(gatewayRequest: GatewayRequest, refuse: (error: unknown) => void): void | Promise<void>;
}

export interface AuthorizeParts {
  authenticate: Authenticate;
  log: Log;
  /** Milliseconds a request may take before nobody waits for it any more. */
  patience: number;
}

/**
 * Lets a request in: negotiation, then authentication, then whatever it came for (docs/contract/requests.md, order of checks).
 */
export type Authorize = (admission: AuthorizeCall) => void;

/** What views that need no renderer of ours say about it. */
const plain: Negotiated = { version: '2.1', renderer: 'json' };

/** Prepares authorization for a process; a request whose caller is already known passes without waiting for anything. */
export function createAuthorize({ authenticate, log, patience }: AuthorizeParts): Authorize {
  return ({ req, res, record, access, negotiated, enter }) => {
    const { allow, versioned, csvName } = access;
    const options: AnswerOptions = { allow, announceVersion: versioned, csvName };

    function refuse(error: unknown) {
      if (res.headersSent) {
        log.warn({ requestId: record.requestId, error }, 'answer broken off');
        res.destroy();
        return;
      }
      if (record.user === undefined && isUnknownVisitor(req, error)) {
        redirect(req, res, `${pathPrefix(req)}/login/?next=${encodeURIComponent(`${pathPrefix(req)}${req.url}`)}`);
        return;
      }
      const problem = errorAnswer(error, { log, requestId: record.requestId });
      // What was refused here, or could not be handed on, has come to nothing; what was handed on says so itself.
      sendProblem(req, res, isWrite(req.method) ? withOutcome(problem, 'none') : problem, options);
    }

    try {
      options.negotiated = negotiated();
      const { requestId, client, cost } = record;
      const authRequest: AuthRequest = {
        requestId,
        base: absoluteBase(req),
        client,
        deadline: Date.now() + patience,
        cost,
      };

      const welcome = (identity: Identity) => {
        record.user = identity.username;
        return enter({ ...authRequest, identity, negotiated: options.negotiated ?? plain }, refuse);
      };

      const identity = authenticate(req, authRequest, access.acceptsBasic);
      if (identity instanceof Promise) {
        identity.then(welcome).catch(refuse);
      } else {
        const entered = welcome(identity);
        if (entered) entered.catch(refuse);
      }
    } catch (error) {
      refuse(error);
    }
  };
}

/** Whether somebody opens a page in a browser without having signed in: they are asked to, and come back. */
const isUnknownVisitor = ({ method, headers }: Request, error: unknown): boolean =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers.authorization === undefined &&
  error instanceof Problem &&
  error.status === 403;
