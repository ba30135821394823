import type { Bus } from '@plumbline/bus';
import { absoluteBase } from '@plumbline/http';
import type { Request, Response } from 'express';
import type { Conceal } from '../authentication/conceal';
import { cookieValue, setCookie } from '../authentication/cookies';
import { pathPrefix, redirect } from '../redirect';
import type { RequestRecord } from '../requestRecord';
import { createAskUsers } from '../services/askUsers';
import { sendNotice } from './page';

export interface LogoutParts {
  bus: Bus;
  forgetIdentities(): void;
  /** Milliseconds the users service has to answer. */
  patience: number;
  /** Writes credentials as they cross the bus. */
  conceal: Conceal;
}

/** Ends the browser's session and leads back to the sign-in page, or on to the provider's; a link on another site cannot do it. */
export function createLogoutPage({ bus, forgetIdentities, patience, conceal }: LogoutParts) {
  const ask = createAskUsers(bus, patience);
  return async (req: Request, res: Response, record: RequestRecord): Promise<void> => {
    if (req.headers['sec-fetch-site'] === 'cross-site') {
      sendNotice(req, res, 403, {
        title: 'You are still signed in',
        text: 'Another site asked to sign you out. If that is what you want, do it from here.',
        link: { path: '/logout/', label: 'Sign out' },
      });
      return;
    }
    let url: string | undefined;
    const key = cookieValue(req.headers.cookie, 'sessionid');
    if (key) {
      const asked = { digest: conceal.session(key), base: absoluteBase(req) };
      ({ url } = await ask<{ url?: string }>(record, 'logout', asked));
      forgetIdentities();
    }
    res.setHeader('Set-Cookie', [
      setCookie(req, 'sessionid', '', { maxAge: 0, httpOnly: true }),
      setCookie(req, 'csrftoken', '', { maxAge: 0, httpOnly: false }),
    ]);
    redirect(req, res, url ?? `${pathPrefix(req)}/login/`);
  };
}
