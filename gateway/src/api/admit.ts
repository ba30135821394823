import {
  type AnswerOptions,
  absoluteBase,
  errorAnswer,
  type Identity,
  type Negotiated,
  sendProblem,
  type Visit,
} from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Request, Response } from 'express';
import type { Arrival, Authenticate } from '../authentication/authenticate';
import type { RequestRecord } from '../request-record';

/** What stands at the gate of a URL. */
export interface Gate {
  allow: readonly string[];
  /** Whether answers name the API version. */
  versioned: boolean;
  /** Whether a name and password will do instead of a token. */
  acceptsBasic: boolean;
}

export interface Admission {
  req: Request;
  res: Response;
  record: RequestRecord;
  gate: Gate;
  /** Decides how the answer is written; throws what negotiation throws. */
  negotiated(): Negotiated | undefined;
  /** What happens once the caller is known; what it throws becomes the answer. */
  enter(visit: Visit, refuse: (error: unknown) => void): void | Promise<void>;
}

export interface AdmissionParts {
  authenticate: Authenticate;
  log: Log;
  /** Milliseconds a request may take before nobody waits for it any more. */
  patience: number;
}

/**
 * Lets a request in: negotiation, then authentication, then whatever it came for (rules/core.md §3, order of checks).
 */
export type Admit = (admission: Admission) => void;

/** What views that need no renderer of ours say about it. */
const plain: Negotiated = { version: '2.1', renderer: 'json' };

/** Prepares the gate for a process; a request whose caller is already known passes without waiting for anything. */
export function createAdmit({ authenticate, log, patience }: AdmissionParts): Admit {
  return ({ req, res, record, gate, negotiated, enter }) => {
    const options: AnswerOptions = { allow: gate.allow, announceVersion: gate.versioned };

    function refuse(error: unknown) {
      if (res.headersSent) {
        log.warn({ requestId: record.requestId, error }, 'answer broken off');
        res.destroy();
        return;
      }
      sendProblem(req, res, errorAnswer(error, { log, requestId: record.requestId }), options);
    }

    try {
      options.negotiated = negotiated();
      const { requestId, cost } = record;
      const arrival: Arrival = { requestId, base: absoluteBase(req), deadline: Date.now() + patience, cost };

      const welcome = (identity: Identity) => {
        record.user = identity.username;
        return enter({ ...arrival, identity, negotiated: options.negotiated ?? plain }, refuse);
      };

      const identity = authenticate(req, arrival, gate.acceptsBasic);
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
