import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type Allowed, addressRefusal } from './addressRefusal';
import { OutgoingError } from './outgoingError';
import { createTurns } from './turns';

/** Looking up a name occupies one of the few threads that files and passwords need too. */
const turns = createTurns(2);

/**
 * Looks names up and answers only with addresses that requests may go to. A socket that is given this function connects
 * to what it answers, so that nobody can change the name's address in between.
 */
export function guardedLookup(allowed: Allowed): LookupFunction {
  return (hostname, options, callback) => {
    void turns(() => addressesOf(hostname, options)).then(
      (addresses) => {
        const good = addresses.filter(({ address }) => addressRefusal(address, hostname, allowed) === undefined);
        const [first] = good;
        if (!first) callback(refusalOf(hostname, addresses, allowed), '');
        else if (options.all) callback(null, good);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
}

const addressesOf = (hostname: string, options: LookupOptions): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))),
  );

function refusalOf(hostname: string, [first]: LookupAddress[], allowed: Allowed): OutgoingError {
  const reason = first && addressRefusal(first.address, hostname, allowed);
  return new OutgoingError(reason ?? `${hostname} has no address.`);
}
