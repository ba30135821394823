import { randomBytes, timingSafeEqual } from 'node:crypto';
import { signedToken } from '@plumbline/http';

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

const csrfToken = signedToken<{ nonce: string }>('c1');

/** Tokens are a nonce, signed together with the session, so that a planted cookie is of no use. */
export function createCsrfTokens(key: Buffer): CsrfTokens {
  const belongs: CsrfTokens['belongs'] = (token, sessionKey) =>
    token !== undefined && csrfToken.read(token, key, sessionKey) !== undefined;
  return {
    issue: (sessionKey) => csrfToken.write({ nonce: randomBytes(16).toString('base64url') }, [key], sessionKey),
    belongs,
    matches: (sent, cookie, sessionKey) =>
      sent !== undefined && cookie !== undefined && sameText(sent, cookie) && belongs(cookie, sessionKey),
  };
}
