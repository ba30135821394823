import { problems } from '@plumbline/http';

/** Every way of being refused by the gateway; all are 403 and read as clients know them (docs/contract/requests.md). */
export const refusals = {
  noCredentials: () => problems.forbidden('Authentication credentials were not provided.'),
  tokenMissing: () => problems.forbidden('Invalid token header. No credentials provided.'),
  tokenWithSpaces: () => problems.forbidden('Invalid token header. Token string should not contain spaces.'),
  basicMissing: () => problems.forbidden('Invalid basic header. No credentials provided.'),
  basicWithSpaces: () => problems.forbidden('Invalid basic header. Credentials string should not contain spaces.'),
  basicMalformed: () => problems.forbidden('Invalid basic header. Credentials not correctly base64 encoded.'),
  ticketInvalid: () => problems.forbidden('Invalid ticket.'),
  csrf: () => problems.forbidden('CSRF Failed: CSRF token missing or incorrect.'),
  crossSite: () => problems.forbidden('CSRF Failed: the request comes from a page of another site.'),
  bearerMalformed: () => problems.forbidden('Invalid bearer header. Token string should not contain spaces.'),
  origin: (origin: string) =>
    problems.forbidden(`CSRF Failed: Origin checking failed - ${origin} does not match any trusted origins.`),
  noReferer: () => problems.forbidden('CSRF Failed: Referer checking failed - no Referer.'),
  referer: () => problems.forbidden('CSRF Failed: Referer checking failed - it does not match any trusted origins.'),
};
