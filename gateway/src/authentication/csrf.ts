import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Makes and checks the tokens that show a request comes from our own pages. */
export interface CsrfTokens {
  /** A new token for the session (empty string: nobody has signed in yet). */
  issue(sessionKey: string): string;
  /** Whether we made this token for this session. */
  belongs(token: string | undefined, sessionKey: string): boolean;
  /** Whether the token sent along is the one in the cookie, and ours for this session. */
  matches(sent: string | undefined, cookie: string | undefined, sessionKey: string): boolean;
}

function sameText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Tokens are a nonce with a signature over it and the session, so that a planted cookie is of no use. */
export function createCsrfTokens(secretKey: string): CsrfTokens {
  const key = createHmac('sha256', secretKey).update('plumbline csrf').digest();
  const sign = (nonce: string, sessionKey: string) =>
    createHmac('sha256', key).update(nonce).update('\0').update(sessionKey).digest('hex');

  function belongs(token: string | undefined, sessionKey: string): boolean {
    if (token?.length !== 96) return false;
    return sameText(token.slice(32), sign(token.slice(0, 32), sessionKey));
  }

  return {
    issue(sessionKey) {
      const nonce = randomBytes(16).toString('hex');
      return nonce + sign(nonce, sessionKey);
    },
    belongs,
    matches: (sent, cookie, sessionKey) =>
      sent !== undefined && cookie !== undefined && sameText(sent, cookie) && belongs(cookie, sessionKey),
  };
}
