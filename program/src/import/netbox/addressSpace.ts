import { readNetwork } from '@plumbline/model';

/** What a prefix or an address was given: the namespace it is in. */
export interface Placed {
  /** The key of the namespace: `namespace:global`, `namespace:vrf:3`, `namespace:vrf:3 duplicates 1`. */
  namespace: string;
  /** How many of the same were there before; 0 for the first. */
  layer: number;
}

/**
 * Gives every prefix and address a namespace: the table without a VRF is one, each VRF is another. NetBox may hold the
 * same network or host several times in one table; those beyond the first go to further namespaces of their own.
 */
export interface AddressSpace {
  prefix(vrf: number | undefined, prefix: string): Placed;
  /** `isShared`: others with the same host are the same address; `same` is the key of the one that is there. */
  address(vrf: number | undefined, address: string, key: string, isShared: boolean): Placed & { same?: string };
  /** Whether a network is in the namespace already. */
  has(namespace: string, prefix: string): boolean;
  /** The network of an address that no prefix of its namespace holds, which has to be made; undefined: one does. */
  missingParent(namespace: string, address: string): string | undefined;
}

/** The key of the namespace of a VRF, or of the table without one. */
export const namespaceOf = (vrf: number | undefined): string =>
  vrf === undefined ? 'namespace:global' : `namespace:vrf:${vrf}`;

const layerOf = (namespace: string, layer: number): string =>
  layer === 0 ? namespace : `${namespace} duplicates ${layer}`;

/** An empty address space. */
export function createAddressSpace(): AddressSpace {
  const networks = new Map<string, Set<string>>();
  const lengths = new Map<string, Set<number>>();
  const hosts = new Map<string, Map<string, { key: string; isShared: boolean }>>();
  const add = (namespace: string, network: string, length: number) => {
    of(networks, namespace, () => new Set<string>()).add(`${network}/${length}`);
    of(lengths, namespace, () => new Set<number>()).add(length);
  };
  const space: AddressSpace = {
    prefix: (vrf, prefix) => {
      const { network, length } = read(prefix);
      for (let layer = 0; ; layer++) {
        const namespace = layerOf(namespaceOf(vrf), layer);
        if (space.has(namespace, prefix)) continue;
        add(namespace, network, length);
        return { namespace, layer };
      }
    },
    address: (vrf, address, key, isShared) => {
      const { host } = read(address);
      for (let layer = 0; ; layer++) {
        const namespace = layerOf(namespaceOf(vrf), layer);
        const there = of(hosts, namespace, () => new Map());
        const same = there.get(host);
        if (same?.isShared && isShared) return { namespace, layer, same: same.key };
        if (same) continue;
        there.set(host, { key, isShared });
        return { namespace, layer };
      }
    },
    has: (namespace, prefix) => {
      const { network, length } = read(prefix);
      return networks.get(namespace)?.has(`${network}/${length}`) ?? false;
    },
    missingParent: (namespace, address) => {
      const { host, length, network } = read(address);
      for (const one of lengths.get(namespace) ?? []) {
        const above = readNetwork(`${host}/${one}`);
        if (above && networks.get(namespace)!.has(`${above.network}/${one}`)) return undefined;
      }
      add(namespace, network, length);
      return `${network}/${length}`;
    },
  };
  return space;
}

function of<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function read(text: string) {
  const network = readNetwork(text);
  if (!network) throw new Error(`NetBox told of ${text}, which is no network.`);
  return network;
}
