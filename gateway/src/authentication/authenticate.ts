import type { IncomingMessage } from 'node:http';
import type { Bus, Call } from '@plumbline/bus';
import { type Identity, type Origin, Problem, readTicket } from '@plumbline/http';
import { clientNetwork } from './client-address';
import { cookieValue } from './cookies';
import { passwordFrom, ticketFrom, tokenFrom } from './credentials';
import type { CsrfTokens } from './csrf';
import type { FailureBrake } from './failure-brake';
import type { IdentityCache } from './identity-cache';
import { refusals } from './refusals';
import { demandSameOrigin } from './same-origin';

/** What authentication needs to know of a request beside its headers. */
export interface Arrival extends Call {
  /** `scheme://host` as the client sees it. */
  base: string;
  cost: { sql: number; bus: number };
  /** Found out with the caller: the job that asks for them. */
  origin?: Origin;
}

export interface AuthenticationParts {
  bus: Bus;
  cache: IdentityCache;
  csrf: CsrfTokens;
  /** Slows wrong names and passwords, before they are looked at. */
  passwordBrake: FailureBrake;
  /** Slows wrong tokens, after they were looked at, so that nobody else behind the same address waits. */
  tokenBrake: FailureBrake;
  /** What tickets of jobs are signed with. */
  secretKey: string;
}

/** Finds out who is asking, or throws the 403 that says why not. Answers at once for a credential seen a moment ago. */
export type Authenticate = (
  request: IncomingMessage,
  arrival: Arrival,
  acceptsBasic: boolean,
) => Identity | Promise<Identity>;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Session first, then token, then (where it is accepted) name and password, as the contract has it. */
export function createAuthenticate({ secretKey, ...parts }: AuthenticationParts): Authenticate {
  const { bus, cache, csrf, passwordBrake, tokenBrake } = parts;

  function ask(verb: string, payload: unknown, arrival: Arrival): Promise<Identity> {
    arrival.cost.bus += 1;
    return bus.request<Identity>({ app: 'users', model: 'identity', verb }, payload, arrival);
  }

  async function askForToken(key: string, address: string, arrival: Arrival): Promise<Identity> {
    try {
      return await ask('token', { key }, arrival);
    } catch (error) {
      if (error instanceof Problem && error.status === 403) {
        tokenBrake.failed(address);
        await tokenBrake.wait(address);
      }
      throw error;
    }
  }

  /** A job asks for whoever started it, as long as they may use the API at all. */
  async function byTicket(text: string, arrival: Arrival): Promise<Identity> {
    const ticket = readTicket(text, secretKey);
    if (!ticket) throw refusals.ticketInvalid();
    const { userId, readOnly, origin } = ticket;
    arrival.origin = origin;
    const identity = await cache.find('user', userId, () => ask('user', { userId }, arrival));
    return readOnly ? { ...identity, writeEnabled: false } : identity;
  }

  const byPassword = (
    credentials: { username: string; password: string },
    address: string,
    arrival: Arrival,
  ): Promise<Identity> => passwordBrake.attempt(address, () => ask('basic', credentials, arrival));

  function byHeader(request: IncomingMessage, arrival: Arrival, acceptsBasic: boolean): Identity | Promise<Identity> {
    const header = request.headers.authorization;
    if (!header) throw refusals.noCredentials();
    const token = tokenFrom(header);
    const ticket = ticketFrom(header);
    if (ticket !== undefined) return byTicket(ticket, arrival);
    const address = () => clientNetwork(request.socket.remoteAddress);
    if (token !== undefined) return cache.find('token', token, () => askForToken(token, address(), arrival));
    const password = acceptsBasic ? passwordFrom(header) : undefined;
    if (password) return byPassword(password, address(), arrival);
    throw refusals.noCredentials();
  }

  async function bySession(session: string, request: IncomingMessage, arrival: Arrival): Promise<Identity | undefined> {
    let identity: Identity;
    try {
      identity = await cache.find('session', session, () => ask('session', { key: session }, arrival));
    } catch (error) {
      if (error instanceof Problem && error.status === 403) return undefined;
      throw error;
    }
    if (!safeMethods.has(request.method ?? '')) {
      const { headers } = request;
      demandSameOrigin(headers, arrival.base);
      const sent = headers['x-csrftoken'];
      const cookie = cookieValue(headers.cookie, 'csrftoken');
      if (!csrf.matches(typeof sent === 'string' ? sent : undefined, cookie, session)) throw refusals.csrf();
    }
    return identity;
  }

  return (request, arrival, acceptsBasic) => {
    const session = cookieValue(request.headers.cookie, 'sessionid');
    if (!session) return byHeader(request, arrival, acceptsBasic);
    return bySession(session, request, arrival).then(
      (identity) => identity ?? byHeader(request, arrival, acceptsBasic),
    );
  };
}
