import { anyOf, by, not, where } from '@plumbline/model';

const some = anyOf(where('primary_ip4', 'isnull', false), where('primary_ip6', 'isnull', false));

/** Yes: with a primary address of either version; no: with none. */
export const hasPrimaryAddress = by.either(some, not(some));
