import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Identity, Origin } from './identity';
import type { Visit } from './request';

/**
 * What the gateway vouches for when it hands a request on: who asks, in which request, from which address, until when,
 * how old the answer may be.
 */
export type Statement = Pick<Visit, 'requestId' | 'identity' | 'origin' | 'base' | 'deadline' | 'mayBeOld'>;

/** The header that carries a statement from the gateway to a service. */
export const statementHeader = 'x-plumbline-identity';
const internalPrefix = 'x-plumbline-';
const validForMilliseconds = 30_000;
const form = 's1';

type Claims = [
  expires: number,
  requestId: string,
  base: string,
  deadline: number,
  userId: string,
  username: string,
  isSuperuser: boolean,
  writeEnabled: boolean,
  permissionStamp: string,
  origin: Origin | null,
  mayBeOld: number | null,
];

/** Writes the header value that proves a statement to a service holding the same key; it is good for 30 seconds. */
export function signStatement(statement: Statement, secretKey: string, now = Date.now()): string {
  const { requestId, base, deadline, identity, origin, mayBeOld } = statement;
  const claims: Claims = [
    now + validForMilliseconds,
    requestId,
    base,
    deadline,
    identity.userId,
    identity.username,
    identity.isSuperuser,
    identity.writeEnabled,
    identity.permissionStamp,
    origin ?? null,
    mayBeOld ?? null,
  ];
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${form}.${text}.${signature(text, secretKey).toString('base64url')}`;
}

/** Returns what the header states, or undefined when it is absent, forged, damaged or older than 30 seconds. */
export function readStatement(
  header: string | string[] | undefined,
  secretKey: string,
  now = Date.now(),
): Statement | undefined {
  if (typeof header !== 'string') return undefined;
  const [found, text, signed, more] = header.split('.');
  if (found !== form || !text || !signed || more !== undefined) return undefined;
  const given = Buffer.from(signed, 'base64url');
  const expected = signature(text, secretKey);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const claims = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Claims;
  const [expires, requestId, base, deadline, userId, username, isSuperuser, writeEnabled, permissionStamp, ...rest] =
    claims;
  const [origin, mayBeOld] = rest;
  if (expires < now) return undefined;
  const identity: Identity = { userId, username, isSuperuser, writeEnabled, permissionStamp };
  return { requestId, identity, base, deadline, ...(origin ? { origin } : {}), ...(mayBeOld ? { mayBeOld } : {}) };
}

/** Removes every header that only Plumbline's own processes may set, so that a client cannot speak for the gateway. */
export function stripInternalHeaders(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers)) {
    if (name.toLowerCase().startsWith(internalPrefix)) delete headers[name];
  }
}

/**
 * The form is part of what is signed, so that a signature made for another purpose with the same key is worth nothing
 * here.
 */
function signature(text: string, secretKey: string): Buffer {
  return createHmac('sha256', secretKey).update(`plumbline ${form}\n${text}`).digest();
}
