import { anyOf, everything, type FilterRule, not, where } from '@plumbline/model';

/** True: with a primary address of either version; false: with none. */
export const hasPrimaryAddress: FilterRule = (values) => {
  const has = anyOf(where('primary_ip4', 'isnull', false), where('primary_ip6', 'isnull', false));
  switch (values.at(-1)?.toLowerCase()) {
    case 'true':
      return has;
    case 'false':
      return not(has);
    default:
      return everything;
  }
};
