import type { ServerResponse } from 'node:http';
import { clientNetwork } from '@plumbline/http';

/** Counts a request of a client as under way until it is answered; false when the client has too many already. */
export type TakeShare = (address: string, res: ServerResponse) => boolean;

/**
 * Bounds the requests that the clients of proxies have under way. Their connections are the proxy's, so those cannot be
 * shared out among them.
 */
export function createRequestShare(most: number): TakeShare {
  const underWay = new Map<string, number>();
  return (address, res) => {
    const network = clientNetwork(address);
    const count = underWay.get(network) ?? 0;
    if (count >= most) return false;
    underWay.set(network, count + 1);
    res.once('close', () => {
      const left = (underWay.get(network) ?? 1) - 1;
      if (left > 0) underWay.set(network, left);
      else underWay.delete(network);
    });
    return true;
  };
}
