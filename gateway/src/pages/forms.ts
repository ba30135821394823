import { randomBytes } from 'node:crypto';
import { escapeHtml, type Problem, readBody } from '@plumbline/http';
import type { Request, Response } from 'express';
import { cookieValue, setCookie } from '../authentication/cookies';
import type { CsrfTokens } from '../authentication/csrf';
import { sendNotice } from './page';

/** How long a browser stays signed in, in seconds, where the users service does not say: 14 days. */
const sessionSeconds = 14 * 24 * 60 * 60;
/** How long it keeps the CSRF token: as long as the longest session there may be. It counts no longer than its session. */
const csrfSeconds = 365 * 24 * 60 * 60;
/** Bytes a form of these pages may have. */
export const formBytes = 16 * 1024;

/** The key of the session a browser is in; empty when it is in none. */
export const sessionOf = (req: Request): string => cookieValue(req.headers.cookie, 'sessionid') ?? '';

/** The key of a new session. What the browser keeps is made up here, so that nobody else ever has it. */
export const newSessionKey = (): string => randomBytes(32).toString('base64url');

/** The cookie scripts read the CSRF token from. */
function csrfCookie(req: Request, token: string): string {
  return setCookie(req, 'csrftoken', token, { maxAge: csrfSeconds, httpOnly: false });
}

/** The cookies of a session that begins. */
export function sessionCookies(req: Request, csrf: CsrfTokens, key: string, maxAge: number = sessionSeconds): string[] {
  const session = setCookie(req, 'sessionid', key, { maxAge, httpOnly: true });
  return [session, csrfCookie(req, csrf.issue(key))];
}

/** The CSRF token a form has to send, and the cookie it is compared with: those the browser has, as long as they are ours. */
export function formToken(req: Request, csrf: CsrfTokens): { token: string; cookie: string } {
  const session = sessionOf(req);
  const held = cookieValue(req.headers.cookie, 'csrftoken');
  const token = held && csrf.belongs(held, session) ? held : csrf.issue(session);
  return { token, cookie: csrfCookie(req, token) };
}

/** The field of a form that shows it is one of ours. */
export const csrfField = (token: string): string =>
  `<input type="hidden" name="csrfmiddlewaretoken" value="${escapeHtml(token)}">`;

/** What a browser sends with a form. */
export async function readPageForm(req: Request): Promise<URLSearchParams> {
  const bytes = await readBody(req, { limit: formBytes });
  return new URLSearchParams(bytes.toString('utf8'));
}

/** Says that a form was not one of this session. */
export function sendOutdated(req: Request, res: Response, path: string): void {
  sendNotice(req, res, 403, {
    title: 'That form is out of date',
    text: 'It was made for another session, or your browser keeps no cookies for this site.',
    link: { path, label: 'Open a fresh one' },
  });
}

/** What a refusal says of how long to wait. */
export function waitOf({ headers }: Problem): string {
  const seconds = Number(headers['Retry-After']);
  return seconds > 1 ? `${seconds} seconds` : 'a second';
}
