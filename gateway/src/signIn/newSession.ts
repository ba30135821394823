import { clientNetwork } from '@plumbline/http';
import type { Request } from 'express';
import type { Conceal } from '../authentication/conceal';
import { newSessionKey, sessionOf } from '../pages/forms';
import type { RequestRecord } from '../requestRecord';

/** The key of a session that begins, which the browser keeps, and what the users service is told of it. */
export interface NewSession {
  key: string;
  told: { digest: string; address: string; agent: string; replaces?: string };
}

/** Makes up the key of a session, so that nobody else ever has it; the one the browser was in ends with it. */
export function newSession(req: Request, { client }: RequestRecord, conceal: Conceal): NewSession {
  const key = newSessionKey();
  const before = sessionOf(req);
  return {
    key,
    told: {
      digest: conceal.session(key),
      address: clientNetwork(client),
      agent: String(req.headers['user-agent'] ?? '').slice(0, 300),
      ...(before === '' ? {} : { replaces: conceal.session(before) }),
    },
  };
}
