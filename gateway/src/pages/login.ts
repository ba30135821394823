import type { Bus } from '@plumbline/bus';
import { absoluteBase, clientNetwork, escapeHtml, type Identity, lastValue, Problem, readQuery } from '@plumbline/http';
import type { Request, Response } from 'express';
import type { Conceal } from '../authentication/conceal';
import { cookieValue } from '../authentication/cookies';
import type { CsrfTokens } from '../authentication/csrf';
import { delayRefusal } from '../authentication/delayRefusal';
import { demandSameOrigin } from '../authentication/sameOrigin';
import { pathPrefix, redirect } from '../redirect';
import type { RequestRecord } from '../requestRecord';
import {
  csrfField,
  formToken,
  newSessionKey,
  readPageForm,
  sendOutdated,
  sessionCookies,
  sessionOf,
  waitOf,
} from './forms';
import { sendPage } from './page';
import { safePath } from './safePath';

const allow = ['GET', 'POST', 'HEAD', 'OPTIONS'];

export interface LoginParts {
  bus: Bus;
  csrf: CsrfTokens;
  /** Milliseconds the users service has to answer. */
  patience: number;
  /** Writes credentials as they cross the bus. */
  conceal: Conceal;
}

interface Form {
  csrf: string;
  next: string;
  username?: string;
  notice?: string;
}

function formHtml({ csrf, next, username = '', notice }: Form): string {
  return `<h1>Sign in</h1>
<p class="soft">to look around the API and try it from the browser.</p>
<div class="card"><form method="post" action="">
${notice ? `<p class="notice" role="alert">${escapeHtml(notice)}</p>` : ''}
${csrfField(csrf)}
<input type="hidden" name="next" value="${escapeHtml(next)}">
<label>Username <input name="username" value="${escapeHtml(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="150" required autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form></div>`;
}

/** The page where people sign in with name and password: GET shows the form, POST checks it and starts a session. */
export function createLoginPage({ bus, csrf, patience, conceal }: LoginParts) {
  function show(req: Request, res: Response, status: number, form: Omit<Form, 'csrf'>) {
    const { token, cookie } = formToken(req, csrf);
    const headers = { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' };
    const main = formHtml({ ...form, csrf: token });
    sendPage(req, res, status, { title: 'Sign in', main, narrow: true }, { allow, headers });
  }

  async function signIn(fields: URLSearchParams, { requestId, client, cost }: RequestRecord) {
    // What the browser keeps is made up here, so that nobody else ever has it.
    const key = newSessionKey();
    const proof = { username: fields.get('username') ?? '', password: fields.get('password') ?? '' };
    const payload = { sealed: conceal.secrets(proof), digest: conceal.session(key), address: clientNetwork(client) };
    cost.bus += 1;
    const call = { requestId, deadline: Date.now() + patience };
    const subject = { app: 'users', model: 'identity', verb: 'login' };
    return { key, identity: await delayRefusal(bus.request<Identity>(subject, payload, call)) };
  }

  async function post(req: Request, res: Response, record: RequestRecord) {
    const fields = await readPageForm(req);
    const cookie = cookieValue(req.headers.cookie, 'csrftoken');
    demandSameOrigin(req.headers, absoluteBase(req));
    if (!csrf.matches(fields.get('csrfmiddlewaretoken') ?? undefined, cookie, sessionOf(req))) {
      sendOutdated(req, res, '/login/');
      return;
    }
    const next = safePath(fields.get('next')) ?? `${pathPrefix(req)}/api/`;
    try {
      const { key, identity } = await signIn(fields, record);
      record.user = identity.username;
      res.setHeader('Set-Cookie', sessionCookies(req, csrf, key));
      res.setHeader('Cache-Control', 'no-store');
      redirect(req, res, next);
    } catch (error) {
      if (!(error instanceof Problem) || (error.status !== 403 && error.status !== 429)) throw error;
      const notice =
        error.status === 403
          ? 'That username and password do not belong together. Mind that both are case-sensitive.'
          : `Too many attempts with this name from your address. Try again in ${waitOf(error)}.`;
      const status = error.status === 403 ? 200 : 429;
      show(req, res, status, { next, username: fields.get('username') ?? '', notice });
    }
  }

  return async (req: Request, res: Response, record: RequestRecord): Promise<void> => {
    if (req.method === 'POST') await post(req, res, record);
    else show(req, res, 200, { next: safePath(lastValue(readQuery(req.url), 'next')) ?? '' });
  };
}
