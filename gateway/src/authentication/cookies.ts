import { absoluteBase } from '@plumbline/http';
import type { Request } from 'express';
import { pathPrefix } from '../redirect';

/** The value of one cookie in a `Cookie` header, or undefined. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined;
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}

export interface CookieOptions {
  /** Seconds the browser keeps it; 0 removes it. */
  maxAge: number;
  /** Hidden from scripts. */
  httpOnly: boolean;
}

/**
 * A `Set-Cookie` header that other sites' forms do not carry along, for the whole site as the client called it: what else a host
 * has beside our path is sent none, and another Plumbline there has its own. The value must need no quoting.
 */
export function setCookie(req: Request, name: string, value: string, { maxAge, httpOnly }: CookieOptions): string {
  const secure = absoluteBase(req).startsWith('https:');
  return `${name}=${value}; Path=${pathPrefix(req)}/; Max-Age=${maxAge}; SameSite=Lax${httpOnly ? '; HttpOnly' : ''}${secure ? '; Secure' : ''}`;
}
