import type { Bus } from '@plumbline/bus';
import {
  absoluteBase,
  escapeHtml,
  type FactorDemand,
  lastValue,
  Problem,
  readQuery,
  type SignedIn,
  type SignInOffer,
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
import { createAskUsers } from '../services/askUsers';
import { flowCookie } from '../signIn/flowCookie';
import { methodLinksHtml } from '../signIn/methodLinks';
import { newSession } from '../signIn/newSession';
import type { Offer } from '../signIn/offer';
import { csrfField, formToken, readPageForm, sendOutdated, sessionCookies, sessionOf, waitOf } from './forms';
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
  /** Which ways of signing in there are. */
  offer: Offer;
}

interface Form {
  csrf: string;
  next: string;
  username?: string;
  notice?: string;
}

function formHtml({ csrf, next, username = '', notice }: Form, offer: SignInOffer, prefix: string): string {
  return `<h1>Sign in</h1>
<p class="soft">to look around the API and try it from the browser.</p>
${methodLinksHtml(offer.links, prefix, next)}
${notice && !offer.password ? `<p class="notice" role="alert">${escapeHtml(notice)}</p>` : ''}
${offer.password ? passwordHtml({ csrf, next, username, notice }) : ''}`;
}

const passwordHtml = ({
  csrf,
  next,
  username = '',
  notice,
}: Form): string => `<div class="card"><form method="post" action="">
${notice ? `<p class="notice" role="alert">${escapeHtml(notice)}</p>` : ''}
${csrfField(csrf)}
<input type="hidden" name="next" value="${escapeHtml(next)}">
<label>Username <input name="username" value="${escapeHtml(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="150" required autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form></div>`;

const wrongPassword = 'Invalid username/password.';

/** A directory may know somebody who has no business here, which they are told. */
const whyNot = ({ body }: Problem): string =>
  'detail' in body && typeof body.detail === 'string' && body.detail !== wrongPassword
    ? body.detail
    : 'That username and password do not belong together. Mind capital and small letters.';

/** What has no page around it: the token a form has to send, who has signed in, or where a second factor is asked for. */
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
export function createLoginPage({ bus, csrf, patience, conceal, offer }: LoginParts) {
  const ask = createAskUsers(bus, patience);

  async function show(req: Request, res: Response, record: RequestRecord, status: number, form: Omit<Form, 'csrf'>) {
    const { token, cookie } = formToken(req, csrf);
    const headers = { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' };
    const main = formHtml({ ...form, csrf: token }, await offered(record), pathPrefix(req));
    sendPage(req, res, status, { title: 'Sign in', main, narrow: true }, { allow, headers });
  }

  /** A password may still be of use when it cannot be said what else is. */
  async function offered(record: RequestRecord): Promise<SignInOffer> {
    try {
      return await offer.get(record);
    } catch {
      return { password: true, links: [], bearer: false };
    }
  }

  async function signIn(req: Request, fields: URLSearchParams, record: RequestRecord) {
    const { key, told } = newSession(req, record, conceal);
    const proof = { username: fields.get('username') ?? '', password: fields.get('password') ?? '' };
    const payload = { sealed: conceal.secrets(proof), ...told };
    return { key, answer: await delayRefusal(ask<SignedIn | FactorDemand>(record, 'login', payload)) };
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
      const { key, answer } = await signIn(req, fields, record);
      res.setHeader('Cache-Control', 'no-store');
      if ('factorFlow' in answer) {
        const cookie = flowCookie(req, answer.factorFlow);
        const factor = `${pathPrefix(req)}/login/factor/?next=${encodeURIComponent(next)}`;
        if (wantsData(req)) {
          sendData(req, res, { factor }, [cookie]);
          return;
        }
        res.setHeader('Set-Cookie', cookie);
        redirect(req, res, factor);
        return;
      }
      record.user = answer.username;
      const cookies = sessionCookies(req, csrf, key, answer.sessionSeconds);
      if (wantsData(req)) {
        sendData(req, res, { username: answer.username }, cookies);
        return;
      }
      res.setHeader('Set-Cookie', cookies);
      redirect(req, res, next);
    } catch (error) {
      if (!(error instanceof Problem) || (error.status !== 403 && error.status !== 429)) throw error;
      if (wantsData(req)) {
        sendProblem(req, res, error);
        return;
      }
      const notice =
        error.status === 403
          ? whyNot(error)
          : `Too many attempts with this name from your address. Try again in ${waitOf(error)}.`;
      const status = error.status === 403 ? 200 : 429;
      await show(req, res, record, status, { next, username: fields.get('username') ?? '', notice });
    }
  }

  return async (req: Request, res: Response, record: RequestRecord): Promise<void> => {
    if (req.method === 'POST') await post(req, res, record);
    else if (wantsData(req)) {
      const { token, cookie } = formToken(req, csrf);
      sendData(req, res, { csrfmiddlewaretoken: token }, [cookie]);
    } else await show(req, res, record, 200, { next: safePath(lastValue(readQuery(req.url), 'next')) ?? '' });
  };
}
