import { anyOf, type FilterRule, where } from '@plumbline/model';

/** Hardware with one of these serial numbers, in any case. */
export const serialIs: FilterRule = (values) => anyOf(...values.map((value) => where('serial', 'iexact', value)));
