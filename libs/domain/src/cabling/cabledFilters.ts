import { by, type Filter, not, where } from '@plumbline/model';

const reachable = where('connected_endpoint_reachable', 'exact', true);

/** The filters of anything a cable can be plugged into. */
export const cabledFilters = (): Record<string, Filter> => ({
  has_cable: by.has('cable'),
  cable: by.relationId('cable'),
});

/** The filters of endpoints. */
export const endpointFilters = (): Record<string, Filter> => ({
  ...cabledFilters(),
  // True: all the way to another endpoint; false: any that does not get there, cabled or not.
  connected: by.either(reachable, not(reachable)),
});
