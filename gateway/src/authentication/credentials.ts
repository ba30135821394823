import { isUtf8 } from 'node:buffer';
import { ticketScheme } from '@plumbline/http';
import { refusals } from './refusals';

const spaces = /\s+/;

/** The key of an `Authorization: Token …` header; undefined for another scheme, a 403 for a malformed one. */
export function tokenFrom(header: string): string | undefined {
  const [scheme = '', key, ...rest] = header.trim().split(spaces);
  if (scheme.toLowerCase() !== 'token') return undefined;
  if (key === undefined) throw refusals.tokenMissing();
  if (rest.length > 0) throw refusals.tokenWithSpaces();
  return key;
}

/** The token of an `Authorization: Bearer …` header; undefined for another scheme, a 403 for a malformed one. */
export function bearerFrom(header: string): string | undefined {
  const [scheme = '', token, ...rest] = header.trim().split(spaces);
  if (scheme.toLowerCase() !== 'bearer' || token === undefined) return undefined;
  if (rest.length > 0) throw refusals.bearerMalformed();
  return token;
}

/** What follows the word `Job` in an `Authorization` header; undefined for another scheme. */
export function ticketFrom(header: string): string | undefined {
  const [scheme, ticket, ...rest] = header.trim().split(spaces);
  return scheme === ticketScheme && ticket !== undefined && rest.length === 0 ? ticket : undefined;
}

/**
 * Name and password of an `Authorization: Basic …` header; undefined for another scheme, a 403 for a malformed one. They
 * are UTF-8, or Latin-1 where the bytes are none, as Python’s requests sends them.
 */
export function passwordFrom(header: string): { username: string; password: string } | undefined {
  const [scheme = '', encoded, ...rest] = header.trim().split(spaces);
  if (scheme.toLowerCase() !== 'basic') return undefined;
  if (encoded === undefined) throw refusals.basicMissing();
  if (rest.length > 0) throw refusals.basicWithSpaces();
  const bytes = Buffer.from(encoded, 'base64');
  const decoded = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  const colon = decoded.indexOf(':');
  if (colon < 0) throw refusals.basicMalformed();
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
