import { isRecord } from '../../api/types';

/** The filter of a group as a list has it in its address. */
export function searchOfFilter(filter: unknown): URLSearchParams {
  const search = new URLSearchParams();
  if (!isRecord(filter)) return search;
  for (const [name, value] of Object.entries(filter))
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  return search;
}

/** The filters of a list as a group keeps them. */
export const filterOfSearch = (search: URLSearchParams): Record<string, string[]> =>
  Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.getAll(name)]));
