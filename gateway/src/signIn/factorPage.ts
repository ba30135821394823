import {
  absoluteBase,
  escapeHtml,
  type FactorChallenge,
  lastValue,
  Problem,
  readQuery,
  type SignedIn,
  sendAnswer,
} from '@plumbline/http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { allowedVerbs } from '../addresses';
import { cookieValue } from '../authentication/cookies';
import { delayRefusal } from '../authentication/delayRefusal';
import { demandSameOrigin } from '../authentication/sameOrigin';
import { formToken, readPageForm, sendOutdated, sessionCookies, sessionOf, waitOf } from '../pages/forms';
import { sendNotice, sendPage } from '../pages/page';
import { safePath } from '../pages/safePath';
import { pathPrefix, redirect } from '../redirect';
import { type RequestRecord, recordOf } from '../requestRecord';
import { createAskUsers } from '../services/askUsers';
import { factorFormHtml, recoveryCodesHtml } from './factorForm';
import { flowCookie, flowOf, noFlowCookie } from './flowCookie';
import { newSession } from './newSession';
import { readCredential } from './readCredential';
import type { SignInParts } from './signInPages';

const path = '/login/factor/';
const allow = allowedVerbs(['GET', 'POST']);

/** The page after the sign-in page for those who show a second factor, or set one up because they have to. */
export function createFactorPage(parts: SignInParts): RequestHandler {
  const { bus, csrf, conceal, patience, forgetIdentities } = parts;
  const ask = createAskUsers(bus, patience);

  async function show(req: Request, res: Response, record: RequestRecord, status: number, notice?: string) {
    const sealed = conceal.secrets({ flow: flowOf(req) });
    const challenge = await ask<FactorChallenge>(record, 'challenge', { sealed, base: absoluteBase(req) });
    const { token, cookie } = formToken(req, csrf);
    res.setHeader('Set-Cookie', [cookie, flowCookie(req, challenge.flow)]);
    const main = `<h1>${challenge.enrolment ? 'Set up a second factor' : 'Second factor'}</h1>
${factorFormHtml({ csrf: token, challenge, notice })}`;
    const page = { title: 'Second factor', main, narrow: true, scripted: true };
    sendPage(req, res, status, page, { allow, headers: { 'Cache-Control': 'no-store' } });
  }

  async function post(req: Request, res: Response, record: RequestRecord) {
    const fields = await readPageForm(req);
    demandSameOrigin(req.headers, absoluteBase(req));
    const cookie = cookieValue(req.headers.cookie, 'csrftoken');
    if (!csrf.matches(fields.get('csrfmiddlewaretoken') ?? undefined, cookie, sessionOf(req))) {
      sendOutdated(req, res, '/login/');
      return;
    }
    const { key, told } = newSession(req, record, conceal);
    const sealed = conceal.secrets({ flow: flowOf(req), ...readCredential(fields) });
    const asked = { sealed, base: absoluteBase(req), ...told };
    const answer = ask<SignedIn & { recoveryCodes?: string[] }>(record, 'factor', asked);
    const { recoveryCodes, ...identity } = await delayRefusal(answer);
    record.user = identity.username;
    forgetIdentities();
    res.setHeader('Set-Cookie', [noFlowCookie(req), ...sessionCookies(req, csrf, key, identity.sessionSeconds)]);
    res.setHeader('Cache-Control', 'no-store');
    const next = safePath(lastValue(readQuery(req.url), 'next')) ?? `${pathPrefix(req)}/api/`;
    if (recoveryCodes === undefined) redirect(req, res, next);
    else {
      const onward = `<p><a href="${escapeHtml(next)}">Go on</a></p>`;
      const main = `<h1>It is set up</h1>${recoveryCodesHtml(recoveryCodes)}${onward}`;
      sendPage(req, res, 200, { title: 'Second factor', main, narrow: true }, { allow });
    }
  }

  const router = Router({ strict: true, caseSensitive: true });
  const route = router.route(path).all((_req, res, next) => {
    recordOf(res).route = path;
    next();
  });
  route.get(async (req, res) => guarded(req, res, () => show(req, res, recordOf(res), 200)));
  route.post((req, res) =>
    guarded(req, res, async () => {
      try {
        await post(req, res, recordOf(res));
      } catch (error) {
        if (!(error instanceof Problem) || (error.status !== 403 && error.status !== 429)) throw error;
        const detail = 'detail' in error.body ? String(error.body.detail) : '';
        const notice = error.status === 429 ? `Too many attempts. Try again in ${waitOf(error)}.` : detail;
        await show(req, res, recordOf(res), error.status === 429 ? 429 : 200, notice);
      }
    }),
  );
  route.options((req, res) => sendAnswer(req, res, 200, undefined, { allow }));
  return router;
}

/** Whoever is in no attempt, or in one that is over, begins anew. */
async function guarded(req: Request, res: Response, task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 403) throw error;
    const text = 'detail' in error.body ? String(error.body.detail) : '';
    const link = { path: '/login/', label: 'To the sign-in page' };
    sendNotice(req, res, 403, { title: 'You are not signed in', text, link });
  }
}
