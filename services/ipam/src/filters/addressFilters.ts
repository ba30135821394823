import { problems } from '@plumbline/http';
import { allOf, anyOf, type Criteria, type FilterRule, type Network, readNetwork, where } from '@plumbline/model';
import { rangeOf } from '../addresses/range';

/** Addresses that are exactly one of those given; without a length any length will do. */
export const exactAddresses: FilterRule = (values) =>
  anyOf(
    ...values
      .map(readOrRefuse)
      .map(({ host, length, explicit }) =>
        allOf(where('host', 'exact', host), ...(explicit ? [where('mask_length', 'exact', length)] : [])),
      ),
  );

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
