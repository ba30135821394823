import { acceptsLocation } from '@plumbline/domain';
import type { Rule } from '@plumbline/model';

/** An end is at a location or in a network of the provider. */
export const attachesOnce: Rule = ({ row }) => {
  if (row.location === null && row.provider_network === null)
    return { __all__: ['A circuit termination must attach to either a location or a provider network.'] };
  if (row.location !== null && row.provider_network !== null)
    return { __all__: ['A circuit termination cannot attach to both a location and a provider network.'] };
  return undefined;
};

/** As everywhere, only that the contract's sentence has no full stop here. */
export const fitsLocation: Rule = acceptsLocation('circuits.circuittermination', 'Circuit terminations', '');
