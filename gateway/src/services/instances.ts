import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** One process of a service, as the gateway knows it. */
export interface Instance {
  url: URL;
  /** The address to connect to: one of those its host's name stands for. */
  address: string;
  /** Epoch milliseconds until which others are asked first. */
  avoidUntil: number;
}

/** The processes that serve one application. */
export interface Instances {
  /** Where they are said to be; the first of the list where there are several. */
  url: URL;
  /** All of them in the order in which to try them: each its turn, those to be avoided last. */
  nextFirst(): Promise<Instance[]>;
}

/** Finds the addresses a host's name stands for. */
export type Resolve = (host: string) => Promise<string[]>;

/** Milliseconds for which a process that could not be reached is passed over. */
const avoidance = 1_000;
/** Milliseconds after which a name is looked up again, so that processes that come and go are noticed. */
const freshness = 5_000;

/**
 * Reads `http://a:8084,http://b:8084`. A name that stands for several addresses, as those of Docker's networks and of
 * Kubernetes' headless services do, stands for as many processes.
 */
export function readInstances(urls: string, resolve: Resolve = addressesOf): Instances {
  const named = urls.split(',').map((text) => createName(new URL(text.trim()), resolve));
  let turn = 0;
  return {
    url: named[0]!.url,
    async nextFirst() {
      const all = (await Promise.all(named.map(({ instances }) => instances()))).flat();
      const start = turn++ % all.length;
      const rotated = [...all.slice(start), ...all.slice(0, start)];
      const now = Date.now();
      const isAvoided = ({ avoidUntil }: Instance) => Number(avoidUntil > now);
      return rotated.sort((a, b) => isAvoided(a) - isAvoided(b));
    },
  };
}

/** Asks others first for a while. */
export function avoid(instance: Instance): void {
  instance.avoidUntil = Date.now() + avoidance;
}

interface Name {
  url: URL;
  instances(): Promise<Instance[]>;
}

/** A name and what it stands for. Only the first look-up is waited for; later ones are made beside the requests. */
function createName(url: URL, resolve: Resolve): Name {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  let known: Instance[] = [];
  let lookedUp = 0;
  let underWay: Promise<void> | undefined;

  async function lookUp(): Promise<void> {
    // A resolver that is away says nothing about the processes; who has never been found may be reachable all the same.
    const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
    if (addresses.length > 0)
      known = addresses.map(
        (address) => known.find((instance) => instance.address === address) ?? { url, address, avoidUntil: 0 },
      );
    else if (known.length === 0) known = [{ url, address: host, avoidUntil: 0 }];
    lookedUp = Date.now();
    underWay = undefined;
  }

  return {
    url,
    async instances() {
      if (Date.now() - lookedUp > freshness && (!isIP(host) || known.length === 0)) underWay ??= lookUp();
      if (known.length === 0) await underWay;
      return known;
    },
  };
}

/** All addresses of one family: a process that has one of each is still one process. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  const family = found.some((one) => one.family === 4) ? 4 : 6;
  return [...new Set(found.filter((one) => one.family === family).map(({ address }) => address))].sort();
}
