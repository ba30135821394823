import type { Bus } from '@plumbline/bus';
import {
  absoluteBase,
  clientNetwork,
  escapeHtml,
  type Identity,
  lastValue,
  Problem,
  readQuery,
  sendAnswer,
  sendProblem,
} from '@plumbline/http';
import type { Request, Response } from 'express';
import type { Conceal } from '../authentication/conceal';
import { cookieValue } from '../authentication/cookies';
import type { CsrfTokens } from '../authentication/csrf';
import { delayRefusal } from '../authentication/delayRefusal';
import { refusals } from '../authentication/refusals';
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

/** What has no page around it: the token a form has to send, or who has signed in. */
function sendData(req: Request, res: Response, body: object, cookies: string[]): void {
  res.setHeader('Set-Cookie', cookies);
  sendAnswer(req, res, 200, body, { allow, headers: { 'Cache-Control': 'no-store' } });
}

/** Who asks for it by name, as elsewhere; whatever else a client says it takes, it is given the page, as ever. */
const wantsData = (req: Request): boolean => lastValue(readQuery(req.url), 'format') === 'json';

/**
 * The page where people sign in with name and password: GET shows the form, POST checks it and starts a session. With
 * `?format=json` the answers are what a script needs instead of a page.
 */
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
      if (wantsData(req)) sendProblem(req, res, refusals.csrf());
      else sendOutdated(req, res, '/login/');
      return;
    }
    const next = safePath(fields.get('next')) ?? `${pathPrefix(req)}/api/`;
    try {
      const { key, identity } = await signIn(fields, record);
      record.user = identity.username;
      const cookies = sessionCookies(req, csrf, key);
      if (wantsData(req)) {
        sendData(req, res, { username: identity.username }, cookies);
        return;
      }
      res.setHeader('Set-Cookie', cookies);
      res.setHeader('Cache-Control', 'no-store');
      redirect(req, res, next);
    } catch (error) {
      if (!(error instanceof Problem) || (error.status !== 403 && error.status !== 429)) throw error;
      if (wantsData(req)) {
        sendProblem(req, res, error);
        return;
      }
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
    else if (wantsData(req)) {
      const { token, cookie } = formToken(req, csrf);
      sendData(req, res, { csrfmiddlewaretoken: token }, [cookie]);
    } else show(req, res, 200, { next: safePath(lastValue(readQuery(req.url), 'next')) ?? '' });
  };
}
