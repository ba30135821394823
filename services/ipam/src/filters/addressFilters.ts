import { problems } from '@plumbline/http';
import { allOf, anyOf, type Criteria, type FilterRule, type Network, readNetwork, where } from '@plumbline/model';
import { rangeOf } from '../addresses/range';

/**
 * Addresses with one of the hosts given. The lengths given with hosts are a set of their own, as the contract has it:
 * each will do with each of those hosts, and any with a host that comes alone.
 */
export const exactAddresses: FilterRule = (values) => {
  const given = values.map(readOrRefuse);
  const masked = given.filter(({ explicit }) => explicit);
  const alone = given.filter(({ explicit }) => !explicit);
  const lengths = masked.map(({ length }) => length);
  return anyOf(
    ...(masked.length > 0 ? [allOf(hostAmong(masked), where('mask_length', 'in', lengths))] : []),
    ...(alone.length > 0 ? [hostAmong(alone)] : []),
  );
};

function hostAmong(networks: Network[]): Criteria {
  const hosts = networks.map(({ host }) => host);
  return where('host', 'in', hosts);
}

/** Addresses whose host lies in one of the networks given, whatever their own length. */
export const addressesIn: FilterRule = (values) => anyOf(...values.map(readOrRefuse).map(hostsIn));

/** Addresses whose host lies in a network. */
export function hostsIn(network: Network): Criteria {
  const { first, last } = rangeOf(network);
  return allOf(where('host', 'gte', first), where('host', 'lte', last));
}

function readOrRefuse(value: string): Network {
  const network = readNetwork(value);
  if (!network) throw problems.malformed(`Invalid IP address format: ${value}`);
  return network;
}
