import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isWrite } from '../answer/outcome';
import type { IdentityStatement } from '../request/request';
import type { ChangeOrigin, Identity } from './identity';
import { signedToken } from './signedToken';

/** What one statement is good for where a service reads it. */
export interface Bound {
  app: string;
  method: string;
  /** Path and query as they are sent. */
  url: string;
}

/** The header that carries a statement from the gateway to a service. */
export const statementHeader = 'x-plumbline-identity';
const internalPrefix = 'x-plumbline-';
/** Milliseconds that a request may be on its way from the gateway to a service; clocks may differ by as much. */
export const clocksApartAtMost = 10_000;
/**
 * How long others may be asked to do a part of it: as long as a slow client may take to send a request, and to wait for
 * the answer.
 */
const workMilliseconds = 150_000;
/** The same of one that only reads: a table (CSV) is made as its reader takes it. */
const readMilliseconds = 24 * 60 * 60_000;

type Claims = [
  issued: number,
  app: string,
  method: string,
  url: string,
  requestId: string,
  base: string,
  deadline: number,
  userId: string,
  username: string,
  isSuperuser: boolean,
  writeEnabled: boolean,
  permissionStamp: string,
  origin: ChangeOrigin | null,
  mayBeOld: number | null,
];

/** Half of each proof is enough for as long as one is good for, and a header has room for many. */
const token = signedToken<Claims>('s2', 's2', 16);

/**
 * Writes the header value that proves a statement to every service: one proof for each, by a key that only the gateway
 * and that service have. So each can verify it, and none can make one that another would believe.
 */
export function signStatement(
  statement: IdentityStatement,
  bound: Bound,
  keys: readonly Buffer[],
  now = Date.now(),
): string {
  const { requestId, base, deadline, identity, origin, mayBeOld } = statement;
  const claims: Claims = [
    now,
    bound.app,
    bound.method,
    digestOf(bound.url),
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
  return token.write(claims, keys);
}

/**
 * Returns what a header states to a service, or undefined when it is absent, forged, damaged, for another
 * request, or seconds old.
 */
export function readStatement(
  header: string | string[] | undefined,
  { app, method, url }: Bound,
  key: Buffer,
  now = Date.now(),
): IdentityStatement | undefined {
  const claims = typeof header === 'string' ? token.read(header, key) : undefined;
  if (!claims || Math.abs(now - claims[0]) > clocksApartAtMost) return undefined;
  if (claims[1] !== app || claims[2] !== method || claims[3] !== digestOf(url)) return undefined;
  return statementOf(claims);
}

/** Milliseconds since a statement was made, by our clock and that of the gateway; undefined where it is none of the gateway's. */
export function ageOfStatement(
  header: string | string[] | undefined,
  key: Buffer,
  now = Date.now(),
): number | undefined {
  const claims = typeof header === 'string' ? token.read(header, key) : undefined;
  return claims && now - claims[0];
}

/**
 * Returns what a statement says that came along with a question of another service, or undefined when it is forged,
 * damaged, or older than any request of its kind.
 */
export function readForwarded(text: string, key: Buffer, now = Date.now()): IdentityStatement | undefined {
  const claims = token.read(text, key);
  if (!claims) return undefined;
  const statement = statementOf(claims);
  const lasts = isWrite(statement.method) ? workMilliseconds : readMilliseconds;
  return Math.abs(now - claims[0]) <= lasts ? statement : undefined;
}

function statementOf(claims: Claims): IdentityStatement {
  const [
    ,
    ,
    method,
    ,
    requestId,
    base,
    deadline,
    userId,
    username,
    isSuperuser,
    writeEnabled,
    permissionStamp,
    ...rest
  ] = claims;
  const [origin, mayBeOld] = rest;
  const identity: Identity = { userId, username, isSuperuser, writeEnabled, permissionStamp };
  return {
    method,
    requestId,
    identity,
    base,
    deadline,
    ...(origin ? { origin } : {}),
    ...(mayBeOld ? { mayBeOld } : {}),
  };
}

/** Removes every header that only Plumbline's own processes may set, so that a client cannot speak for the gateway. */
export function stripInternalHeaders(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers)) {
    if (name.toLowerCase().startsWith(internalPrefix)) delete headers[name];
  }
}

/** Addresses may be long; what stands in the statement is not. */
const digestOf = (url: string): string => createHash('sha256').update(url).digest('base64url').slice(0, 22);
