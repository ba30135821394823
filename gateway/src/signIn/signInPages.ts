import type { Bus } from '@plumbline/bus';
import {
  absoluteBase,
  clientNetwork,
  errorAnswer,
  Problem,
  readBody,
  readQuery,
  type SignInReturn,
  type SignInStart,
  sendAnswer,
} from '@plumbline/http';
import type { Log } from '@plumbline/log';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { allowedVerbs } from '../addresses';
import type { Conceal } from '../authentication/conceal';
import type { CsrfTokens } from '../authentication/csrf';
import { delayRefusal } from '../authentication/delayRefusal';
import { sessionCookies } from '../pages/forms';
import { sendNotice } from '../pages/page';
import { safePath } from '../pages/safePath';
import { pathPrefix, redirect } from '../redirect';
import { type RequestRecord, recordOf } from '../requestRecord';
import { createAskUsers } from '../services/askUsers';
import { flowCookie, flowOf, noFlowCookie } from './flowCookie';
import { newSession } from './newSession';
import type { Offer } from './offer';

export interface SignInParts {
  bus: Bus;
  csrf: CsrfTokens;
  conceal: Conceal;
  offer: Offer;
  /** Milliseconds the users service has to answer. */
  patience: number;
  forgetIdentities(): void;
  log: Log;
}

type Answer = (req: Request, res: Response, record: RequestRecord, method: string) => Promise<void>;

/** A form that another site has a browser post, or a provider posts itself: the fields that are read of it, and its bytes. */
interface Form {
  fields: readonly string[];
  limit: number;
}

/** Has 256 KiB of XML in base64; an answer with 900 groups is that large. */
const answerForm: Form = { fields: ['SAMLResponse', 'RelayState'], limit: 400 * 1024 };
const logoutForm: Form = { fields: ['logout_token'], limit: 64 * 1024 };
/** What callbacks carry in their address. */
const longestQuery = 16 * 1024;
const noStore = { 'Cache-Control': 'no-store' };

/**
 * Where people are sent from to sign in elsewhere, and come back to: `/sign-in/` lists the ways there are as JSON, what is
 * below belongs to one of them. Who they are is for the users service to judge.
 */
export function createSignInPages(parts: SignInParts): RequestHandler {
  const { bus, csrf, conceal, offer, patience, forgetIdentities, log } = parts;
  const ask = createAskUsers(bus, patience);

  const list: Answer = async (req, res, record) => {
    const { password, links } = await offer.get(record);
    const prefix = pathPrefix(req);
    const methods = links.map((link) => ({ ...link, start: `${prefix}/sign-in/${link.key}/` }));
    const body = { password, password_start: password ? `${prefix}/login/` : null, methods };
    const negotiated = { version: '2.1', renderer: 'json' } as const;
    sendAnswer(req, res, 200, body, { negotiated, announceVersion: false, headers: noStore });
  };

  const depart: Answer = async (req, res, record, method) => {
    const asked = readQuery(req.url).get('next');
    const next = safePath(asked?.at(-1)) ?? '';
    const { url, flow } = await ask<SignInStart>(record, 'depart', { method, base: absoluteBase(req), next });
    res.setHeader('Set-Cookie', flowCookie(req, flow));
    redirect(req, res, url, { headers: noStore });
  };

  const arrive: Answer = async (req, res, record, method) => {
    const question = req.originalUrl.indexOf('?');
    const query = question < 0 ? '' : req.originalUrl.slice(question + 1);
    if (query.length > longestQuery) throw new Problem(414, { detail: 'That address is too long.' });
    const { key, told } = newSession(req, record, conceal);
    const sealed = conceal.secrets({ flow: flowOf(req), query });
    res.setHeader('Set-Cookie', noFlowCookie(req));
    const { identity, next } = await ask<SignInReturn>(record, 'arrive', { method, sealed, ...told });
    record.user = identity.username;
    forgetIdentities();
    res.setHeader('Set-Cookie', [noFlowCookie(req), ...sessionCookies(req, csrf, key, identity.sessionSeconds)]);
    redirect(req, res, safePath(next) ?? `${pathPrefix(req)}/api/`, { headers: noStore });
  };

  /** Browsers send no cookies along with what another site has them post; so they come again, by themselves. */
  const receive: Answer = async (req, res, record, method) => {
    // Services of version 0.2.0 know no address in this question; they leave it unread among the fields.
    const sealed = conceal.secrets({ ...(await posted(req, answerForm)), address: clientNetwork(record.client) });
    const told = { method, base: absoluteBase(req), sealed };
    const { arrival } = await delayRefusal(ask<{ arrival: string }>(record, 'receive', told));
    redirect(req, res, `${pathPrefix(req)}/sign-in/${method}/callback/?arrival=${encodeURIComponent(arrival)}`, {
      headers: noStore,
    });
  };

  const describe: Answer = async (req, res, record, method) => {
    const { xml } = await ask<{ xml: string }>(record, 'describe', { method, base: absoluteBase(req) });
    const headers = { 'Content-Type': 'application/samlmetadata+xml; charset=utf-8' };
    sendAnswer(req, res, 200, Buffer.from(xml), { headers });
  };

  /** A provider says that sessions have ended; it is a program, and wants to hear no more than whether that was understood. */
  const ended: Answer = async (req, res, record, method) => {
    const { logout_token: token = '' } = await posted(req, logoutForm);
    try {
      await delayRefusal(ask(record, 'ended', { method, sealed: conceal.secrets({ token }) }));
      forgetIdentities();
      sendAnswer(req, res, 200, undefined, { headers: noStore });
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 403) throw error;
      sendAnswer(
        req,
        res,
        400,
        { error: 'invalid_request' },
        {
          negotiated: { version: '2.1', renderer: 'json' },
          announceVersion: false,
          headers: noStore,
        },
      );
    }
  };

  const router = Router({ strict: true, caseSensitive: true });
  const serve = (path: string, answers: Partial<Record<'get' | 'post', Answer>>) => {
    const route = router.route(path).all((_req, res, next) => {
      recordOf(res).route = path.replace(':method', '{method}');
      next();
    });
    for (const [verb, answer] of Object.entries(answers) as ['get' | 'post', Answer][])
      route[verb]((req, res) => run(answer, req, res));
    const allow = allowedVerbs(Object.keys(answers).map((verb) => verb.toUpperCase()));
    route.options((req, res) => sendAnswer(req, res, 200, undefined, { allow }));
    route.all((req, res) => sendAnswer(req, res, 405, undefined, { allow }));
  };
  serve('/sign-in/', { get: list });
  serve('/sign-in/:method/', { get: depart });
  serve('/sign-in/:method/callback/', { get: arrive, post: receive });
  serve('/sign-in/:method/metadata/', { get: describe });
  serve('/sign-in/:method/backchannel-logout/', { post: ended });
  return router;

  async function run(answer: Answer, req: Request, res: Response): Promise<void> {
    const record = recordOf(res);
    try {
      await answer(req, res, record, String(req.params.method ?? ''));
    } catch (error) {
      if (res.headersSent) {
        res.destroy();
        return;
      }
      const { status, body, headers } = errorAnswer(error, { log, requestId: record.requestId });
      const text = 'detail' in body && typeof body.detail === 'string' ? body.detail : 'It has been noted in the log.';
      const title = status === 404 ? 'There is nothing here' : 'You are not signed in';
      const link = { path: '/login/', label: 'To the sign-in page' };
      sendNotice(req, res, status, { title, text, link }, { headers: { ...headers, ...noStore } });
    }
  }
}

async function posted(req: Request, { fields, limit }: Form): Promise<Record<string, string>> {
  const form = new URLSearchParams((await readBody(req, { limit })).toString('utf8'));
  return Object.fromEntries(fields.flatMap((name) => (form.has(name) ? [[name, form.get(name)!]] : [])));
}
