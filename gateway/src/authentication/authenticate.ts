import type { IncomingMessage } from 'node:http';
import type { Bus, Call } from '@plumbline/bus';
import {
  type AcceptedIdentity,
  type ChangeOrigin,
  clientNetwork,
  type Identity,
  isWrite,
  Problem,
  readTicket,
  type SignInOffer,
} from '@plumbline/http';
import type { IsTrusted } from '../clients/readClient';
import type { Offer } from '../signIn/offer';
import { comesFrom, demandOwnPage, proxiedValues } from '../signIn/proxiedIdentity';
import type { Conceal } from './conceal';
import { cookieValue } from './cookies';
import { bearerFrom, passwordFrom, ticketFrom, tokenFrom } from './credentials';
import type { CsrfTokens } from './csrf';
import { delayRefusal } from './delayRefusal';
import type { IdentityCache } from './identityCache';
import { refusals } from './refusals';
import { demandSameOrigin } from './sameOrigin';

/** What authentication needs to know of a request beside its headers. */
export interface AuthRequest extends Call {
  /** `scheme://host` as the client sees it. */
  base: string;
  /** The client's address. */
  client: string;
  cost: { sql: number; bus: number };
  /** Found out with the caller: the job that asks for them. */
  origin?: ChangeOrigin;
}

export interface AuthenticationParts {
  bus: Bus;
  cache: IdentityCache;
  csrf: CsrfTokens;
  /** Writes credentials as they cross the bus. */
  conceal: Conceal;
  /** Which ways of signing in there are. */
  offer: Offer;
  /** Whether the word of whoever speaks to us is taken. */
  isTrusted: IsTrusted;
  /** What tickets of jobs are signed with. */
  ticketKey: Buffer;
}

/** Finds out who is asking, or throws the 403 that says why not. Answers at once for a credential seen a moment ago. */
export type Authenticate = (
  request: IncomingMessage,
  authRequest: AuthRequest,
  acceptsBasic: boolean,
) => Identity | Promise<Identity>;

/**
 * Session first, then token, then (where it is accepted) name and password, as the contract has it; before them whom a
 * trusted proxy has let in, where one says so. A provider's token stands where tokens do.
 */
export function createAuthenticate(given: AuthenticationParts): Authenticate {
  const { ticketKey, conceal, offer, isTrusted, ...parts } = given;
  const { bus, cache, csrf } = parts;

  function ask(verb: string, payload: unknown, authRequest: AuthRequest): Promise<AcceptedIdentity> {
    authRequest.cost.bus += 1;
    return bus.request<AcceptedIdentity>({ app: 'users', model: 'identity', verb }, payload, authRequest);
  }

  /** A job asks for whoever started it, as long as they may use the API at all. */
  async function byTicket(text: string, authRequest: AuthRequest): Promise<Identity> {
    const ticket = readTicket(text, ticketKey);
    if (!ticket) throw refusals.ticketInvalid();
    const { userId, readOnly, origin } = ticket;
    authRequest.origin = origin;
    const identity = await cache.find('user', userId, () => ask('user', { userId }, authRequest));
    return readOnly ? { ...identity, writeEnabled: false } : identity;
  }

  function byHeader(
    request: IncomingMessage,
    authRequest: AuthRequest,
    acceptsBasic: boolean,
  ): Identity | Promise<Identity> {
    const header = request.headers.authorization;
    if (!header) throw refusals.noCredentials();
    const token = tokenFrom(header);
    const ticket = ticketFrom(header);
    if (ticket !== undefined) return byTicket(ticket, authRequest);
    const address = clientNetwork(authRequest.client);
    const askWith = (verb: string, proof: object) => delayRefusal(ask(verb, { ...proof, address }, authRequest));
    if (token !== undefined)
      return cache.find('token', token, () => askWith('token', { digest: conceal.token(token) }));
    const bearer = bearerFrom(header);
    if (bearer !== undefined) return byBearer(bearer, authRequest);
    const password = acceptsBasic ? passwordFrom(header) : undefined;
    if (password) return askWith('basic', { sealed: conceal.secrets(password) });
    throw refusals.noCredentials();
  }

  /** A token of a provider; where none are taken, it is as if nothing had been sent. */
  function byBearer(token: string, authRequest: AuthRequest): Identity | Promise<Identity> {
    const proof = () => ({ sealed: conceal.secrets({ token }), address: clientNetwork(authRequest.client) });
    const found = ({ bearer }: SignInOffer) => {
      if (!bearer) throw refusals.noCredentials();
      return cache.find('bearer', token, () => delayRefusal(ask('bearer', proof(), authRequest)));
    };
    const offered = offer.get(authRequest);
    return offered instanceof Promise ? offered.then(found) : found(offered);
  }

  /** Whom a trusted proxy has let in; undefined when it names nobody. */
  async function byProxy(request: IncomingMessage, authRequest: AuthRequest): Promise<Identity | undefined> {
    const values = proxiedValues(request, await offer.get(authRequest));
    if (!values) return undefined;
    if (isWrite(request.method ?? '')) demandOwnPage(request, authRequest.base);
    const proof = () => ({ sealed: conceal.secrets(values) });
    return cache.find('proxied', JSON.stringify(values), () => ask('proxied', proof(), authRequest));
  }

  async function bySession(
    session: string,
    request: IncomingMessage,
    authRequest: AuthRequest,
  ): Promise<Identity | undefined> {
    let identity: Identity;
    try {
      identity = await cache.find('session', session, () =>
        ask('session', { digest: conceal.session(session) }, authRequest),
      );
    } catch (error) {
      if (error instanceof Problem && error.status === 403) return undefined;
      throw error;
    }
    if (isWrite(request.method ?? '')) {
      const { headers } = request;
      demandSameOrigin(headers, authRequest.base);
      const sent = headers['x-csrftoken'];
      const cookie = cookieValue(headers.cookie, 'csrftoken');
      if (!csrf.matches(typeof sent === 'string' ? sent : undefined, cookie, session)) throw refusals.csrf();
    }
    return identity;
  }

  function byWhatItBrings(
    request: IncomingMessage,
    authRequest: AuthRequest,
    acceptsBasic: boolean,
  ): Identity | Promise<Identity> {
    const session = cookieValue(request.headers.cookie, 'sessionid');
    if (!session) return byHeader(request, authRequest, acceptsBasic);
    return bySession(session, request, authRequest).then(
      (identity) => identity ?? byHeader(request, authRequest, acceptsBasic),
    );
  }

  return (request, authRequest, acceptsBasic) => {
    if (request.headers.authorization !== undefined || !comesFrom(request, isTrusted))
      return byWhatItBrings(request, authRequest, acceptsBasic);
    return byProxy(request, authRequest).then(
      (identity) => identity ?? byWhatItBrings(request, authRequest, acceptsBasic),
    );
  };
}
