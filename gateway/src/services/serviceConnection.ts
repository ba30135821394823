import type { AuthenticatedRequest } from '@plumbline/http';
import type { NextFunction, Response } from 'express';

/**
 * How the gateway reaches a service: in the same process, or over HTTP, where `url` may be several separated by commas;
 * `absent` is one that could not be started, of which everybody else has to do without.
 */
export type ServiceConnection =
  | { kind: 'direct'; handle(req: AuthenticatedRequest, res: Response, next: NextFunction): void }
  | { kind: 'remote'; url: string }
  | { kind: 'absent' };

/** Hands a request to a service; `fail` is called when no answer can come from there. */
export type Deliver = (req: AuthenticatedRequest, res: Response, fail: (error: unknown) => void) => void;
