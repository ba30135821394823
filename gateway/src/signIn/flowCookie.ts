import type { Request } from 'express';
import { cookieValue, setCookie } from '../authentication/cookies';

/** What a browser keeps of an attempt to sign in that is under way; scripts do not see it. */
const name = 'signin';
/** Seconds; the users service says itself when an attempt is over. */
const maxAge = 600;

/** The cookie of an attempt that begins, or goes on. */
export const flowCookie = (req: Request, flow: string): string =>
  setCookie(req, name, flow, { maxAge, httpOnly: true });

/** Takes it away again. */
export const noFlowCookie = (req: Request): string => setCookie(req, name, '', { maxAge: 0, httpOnly: true });

/** The attempt a browser is in; empty when it is in none. */
export const flowOf = (req: Request): string => cookieValue(req.headers.cookie, name) ?? '';
