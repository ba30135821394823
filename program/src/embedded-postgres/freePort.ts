import { randomInt } from 'node:crypto';
import { listenBriefly } from '@plumbline/command';

/**
 * Below the ports that systems give to connections of their own accord (from 32,768 on, elsewhere from 49,152): a part that dies
 * and starts again would find its port taken by one, for as long as that lasts.
 */
const lowest = 10_000;
const highest = 11_999;
const highestPort = 65_535;
const attempts = 200;

/** The wanted port of 127.0.0.1 if nothing listens there, else one where nothing listens and that no connection is given. */
export async function freePort(wanted: number): Promise<number> {
  const tried = (port: number) => listenBriefly({ host: '127.0.0.1', port }).catch(() => 0);
  if (wanted > 0 && wanted <= highestPort && (await tried(wanted))) return wanted;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = await tried(randomInt(lowest, highest + 1));
    if (port) return port;
  }
  return tried(0);
}
