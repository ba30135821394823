import { isIP } from 'node:net';
import { addressRefusal, guardedLookup, readAllowed } from '@plumbline/outgoing';
import { FetchProblem } from './fetching/fetchProblem';
import { remoteAddress } from './remoteAddress';

/**
 * Refuses addresses where nothing is sent before anything is begun. Whatever connects judges once more, in the step in
 * which it does, so that nothing is gained by changing one's mind in between.
 */
export async function mayBeAsked(url: string, allow: readonly string[]): Promise<void> {
  const remote = remoteAddress(url);
  if (!remote) throw new FetchProblem('Only http, https and ssh are spoken.');
  const { host } = remote;
  const allowed = readAllowed(allow);
  const refusal = isIP(host) === 0 ? await lookedUp() : addressRefusal(host, host, allowed);
  if (refusal !== undefined) throw new FetchProblem(refusal);

  function lookedUp(): Promise<string | undefined> {
    return new Promise((resolve) =>
      guardedLookup(allowed)(host, {}, (error) => {
        const isRefusal = error?.name === 'OutgoingError';
        resolve(error ? (isRefusal ? error.message : `The name ${host} leads nowhere.`) : undefined);
      }),
    );
  }
}
