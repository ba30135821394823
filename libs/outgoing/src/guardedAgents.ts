import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Allowed, addressRefusal } from './addressRefusal';
import { guardedLookup } from './guardedLookup';
import { OutgoingError } from './outgoingError';

/** How the other side of an encrypted connection is known. */
export interface Trust {
  /** Whether its certificate is checked at all. */
  verify: boolean;
  /** Certificates (PEM) trusted in place of the usual ones. */
  ca?: string;
}

/** For `node:http` and `node:https`, and for libraries that take agents of theirs. */
export interface GuardedAgents {
  http: http.Agent;
  https: https.Agent;
  destroy(): void;
}

type Created = (error: Error | null, socket: Duplex) => void;

/** Agents whose connections only go where requests may go, whatever a URL, a name server or a redirect says. */
export function guardedAgents(allowed: Allowed, trust: Trust = { verify: true }): GuardedAgents {
  const options = { keepAlive: true, maxFreeSockets: 16, timeout: 15_000, lookup: guardedLookup(allowed) };
  const plain = guarded(new http.Agent(options), allowed);
  const encrypted = guarded(
    new https.Agent({
      ...options,
      rejectUnauthorized: trust.verify,
      ...(trust.ca === undefined ? {} : { ca: trust.ca }),
    }),
    allowed,
  );
  return {
    http: plain,
    https: encrypted,
    destroy: () => {
      plain.destroy();
      encrypted.destroy();
    },
  };
}

/** An address in the place of a name is not looked up, so it is judged before anything is connected. */
function guarded<A extends http.Agent>(agent: A, allowed: Allowed): A {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback?: Created) => {
    const host = (options.host ?? '').replace(/^\[(.*)\]$/, '$1');
    const refusal = isIP(host) === 0 ? undefined : addressRefusal(host, host, allowed);
    if (refusal === undefined && options.socketPath == null) return connect(options, callback);
    throw new OutgoingError(refusal ?? 'Requests go to addresses only.');
  };
  return agent;
}
