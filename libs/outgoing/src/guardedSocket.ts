import { connect, isIP, type Socket } from 'node:net';
import { type Allowed, addressRefusal } from './addressRefusal';
import { guardedLookup } from './guardedLookup';
import { OutgoingError } from './outgoingError';

/**
 * A connection to a host and port, for whoever speaks something else than HTTP: it only goes where requests may go, as
 * the address is judged in the step that connects. Throws an `OutgoingError` for an address where nothing is sent; a
 * name that leads to such a one is an error of the socket.
 */
export function guardedSocket(host: string, port: number, allowed: Allowed): Socket {
  const refusal = isIP(host) === 0 ? undefined : addressRefusal(host, host, allowed);
  if (refusal !== undefined) throw new OutgoingError(refusal);
  return connect({ host, port, lookup: guardedLookup(allowed) });
}
