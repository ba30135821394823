import { by, everything, type Filter, type FilterRule, not, where } from '@plumbline/model';

const reachable = where('connected_endpoint_reachable', 'exact', true);

/** True: all the way to another endpoint; false: any that does not get there, cabled or not. */
const isConnected: FilterRule = (values) => {
  switch (values.at(-1)?.toLowerCase()) {
    case 'true':
      return reachable;
    case 'false':
      return not(reachable);
    default:
      return everything;
  }
};

/** The filters of anything a cable can be plugged into. */
export const cabledFilters = (): Record<string, Filter> => ({
  has_cable: by.has('cable'),
  cable: by.relationId('cable'),
});

/** The filters of endpoints. */
export const endpointFilters = (): Record<string, Filter> => ({
  ...cabledFilters(),
  connected: by.rule(isConnected, { takes: 'boolean' }),
});
