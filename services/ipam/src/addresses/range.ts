import type { Network } from '@plumbline/model';
import { bitsOf, toAddress, toNumber, type Version } from './numbers';

/** Addresses of one version that follow one another, from the first to the last. */
export interface AddressRange {
  version: Version;
  first: string;
  last: string;
}

/** All addresses of a network. */
export function rangeOf({ version, network, length }: Pick<Network, 'version' | 'network' | 'length'>): AddressRange {
  const size = 1n << BigInt(bitsOf(version) - length);
  return { version, first: network, last: toAddress(toNumber(network) + size - 1n, version) };
}

/** A range without its first and last address. It must have more than these. */
export function withoutEnds({ version, first, last }: AddressRange): AddressRange {
  return { version, first: toAddress(toNumber(first) + 1n, version), last: toAddress(toNumber(last) - 1n, version) };
}

/** The first addresses of ranges as numbers, at most `count`, in order. */
export function firstAddresses(ranges: readonly AddressRange[], count: number): bigint[] {
  const addresses: bigint[] = [];
  for (const { first, last } of ranges) {
    const end = toNumber(last);
    for (let next = toNumber(first); next <= end; next++) {
      if (addresses.length === count) return addresses;
      addresses.push(next);
    }
  }
  return addresses;
}
