import type { Bus } from '@plumbline/bus';
import { absoluteBase, escapeHtml, type Identity, lastValue, Problem, readBody, readQuery } from '@plumbline/http';
import type { Request, Response } from 'express';
import { clientNetwork } from '../authentication/client-address';
import { cookieValue, setCookie } from '../authentication/cookies';
import type { CsrfTokens } from '../authentication/csrf';
import type { FailureBrake } from '../authentication/failure-brake';
import { demandSameOrigin } from '../authentication/same-origin';
import { pathPrefix, redirect } from '../redirect';
import type { RequestRecord } from '../request-record';
import { sendNotice, sendPage } from './page';
import { safePath } from './safe-path';

/** How long a browser stays signed in: 14 days, in seconds. */
export const sessionSeconds = 14 * 24 * 60 * 60;
const formBytes = 16 * 1024;
const allow = ['GET', 'POST', 'HEAD', 'OPTIONS'];

export interface LoginParts {
  bus: Bus;
  csrf: CsrfTokens;
  passwordBrake: FailureBrake;
  /** Milliseconds the users service has to answer. */
  patience: number;
}

interface Form {
  csrf: string;
  next: string;
  username?: string;
  notice?: string;
}

const isSecure = (req: Request) => absoluteBase(req).startsWith('https:');
const sessionOf = (req: Request) => cookieValue(req.headers.cookie, 'sessionid') ?? '';

/** The cookie scripts read the CSRF token from. */
export function csrfCookie(token: string, secure: boolean): string {
  return setCookie('csrftoken', token, { maxAge: sessionSeconds, secure, httpOnly: false });
}

function formHtml({ csrf, next, username = '', notice }: Form): string {
  return `<h1>Sign in</h1>
<p class="soft">to look around the API and try it from the browser.</p>
<div class="card"><form method="post" action="">
${notice ? `<p class="notice" role="alert">${escapeHtml(notice)}</p>` : ''}
<input type="hidden" name="csrfmiddlewaretoken" value="${escapeHtml(csrf)}">
<input type="hidden" name="next" value="${escapeHtml(next)}">
<label>Username <input name="username" value="${escapeHtml(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="150" required autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form></div>`;
}

/** The page where people sign in with name and password: GET shows the form, POST checks it and starts a session. */
export function createLoginPage({ bus, csrf, passwordBrake, patience }: LoginParts) {
  function show(req: Request, res: Response, status: number, form: Omit<Form, 'csrf'>) {
    const session = sessionOf(req);
    const held = cookieValue(req.headers.cookie, 'csrftoken');
    const token = held && csrf.belongs(held, session) ? held : csrf.issue(session);
    const headers = { 'Set-Cookie': csrfCookie(token, isSecure(req)), 'Cache-Control': 'no-store' };
    const main = formHtml({ ...form, csrf: token });
    sendPage(req, res, status, { title: 'Sign in', main, narrow: true }, { allow, headers });
  }

  async function signIn(fields: URLSearchParams, address: string, { requestId, cost }: RequestRecord) {
    const payload = { username: fields.get('username') ?? '', password: fields.get('password') ?? '' };
    return passwordBrake.attempt(address, () => {
      cost.bus += 1;
      const call = { requestId, deadline: Date.now() + patience };
      return bus.request<{ session_key: string; identity: Identity }>(
        { app: 'users', model: 'identity', verb: 'login' },
        payload,
        call,
      );
    });
  }

  async function post(req: Request, res: Response, record: RequestRecord) {
    const bytes = await readBody(req, { limit: formBytes });
    const fields = new URLSearchParams(bytes.toString('utf8'));
    const cookie = cookieValue(req.headers.cookie, 'csrftoken');
    demandSameOrigin(req.headers, absoluteBase(req));
    if (!csrf.matches(fields.get('csrfmiddlewaretoken') ?? undefined, cookie, sessionOf(req))) {
      sendNotice(req, res, 403, {
        title: 'That form is out of date',
        text: 'It was made for another session, or your browser keeps no cookies for this site.',
        link: { path: '/login/', label: 'Open a fresh one' },
      });
      return;
    }
    const next = safePath(fields.get('next')) ?? `${pathPrefix(req)}/api/`;
    const address = clientNetwork(req.socket.remoteAddress);
    try {
      const { session_key, identity } = await signIn(fields, address, record);
      record.user = identity.username;
      const secure = isSecure(req);
      const session = setCookie('sessionid', session_key, { maxAge: sessionSeconds, secure, httpOnly: true });
      res.setHeader('Set-Cookie', [session, csrfCookie(csrf.issue(session_key), secure)]);
      res.setHeader('Cache-Control', 'no-store');
      redirect(req, res, next);
    } catch (error) {
      if (!(error instanceof Problem) || (error.status !== 403 && error.status !== 429)) throw error;
      const notice =
        error.status === 403
          ? 'That username and password do not belong together. Mind that both are case-sensitive.'
          : 'Too many attempts from your address. Wait a few seconds before you try again.';
      const status = error.status === 403 ? 200 : 429;
      show(req, res, status, { next, username: fields.get('username') ?? '', notice });
    }
  }

  return async (req: Request, res: Response, record: RequestRecord): Promise<void> => {
    if (req.method === 'POST') await post(req, res, record);
    else show(req, res, 200, { next: safePath(lastValue(readQuery(req.url), 'next')) ?? '' });
  };
}
