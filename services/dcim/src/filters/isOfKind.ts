import { type FilterRule, not, nothing, where } from '@plumbline/model';
import { unconnectableTypes, virtualTypes, wirelessTypes } from '../choices/interfaceTypes';

/** Interfaces with a plug, without hardware, or that speak by radio. */
export const isOfKind: FilterRule = (values) => {
  switch (values.at(-1)!.toLowerCase()) {
    case 'physical':
      return not(where('type', 'in', unconnectableTypes));
    case 'virtual':
      return where('type', 'in', virtualTypes);
    case 'wireless':
      return where('type', 'in', wirelessTypes);
    default:
      return nothing;
  }
};
