import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { request } from './request';

/** What a person has set for lists of one model. */
export interface ListConfig {
  columns?: string[];
  widths?: Record<string, number>;
  views?: { name: string; search: string }[];
}

/** What the console keeps of a person, in the configuration of their account. */
export interface ConsoleConfig {
  lists?: Record<string, ListConfig>;
  /** Models and pages that stand at the top of the navigation. */
  favorites?: string[];
  [page: string]: unknown;
}

const path = '/api/users/config/';

/** Asks what the console keeps of whoever is signed in. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    const { data } = await request<{ console?: ConsoleConfig }>('GET', path, { signal });
    return data.console ?? {};
  },
});

/** What the console keeps of whoever is signed in. */
export const useConfig = (): ConsoleConfig => useSuspenseQuery(configQuery).data;

/** Changes what is kept: at once on the page, then on the server. Keys that are not named stay. */
export function useSetConfig(): (change: ConsoleConfig) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (change: ConsoleConfig) => request('PATCH', path, { body: { console: change } }),
    onError: () => client.invalidateQueries({ queryKey: configQuery.queryKey }),
  });
  return (change) => {
    client.setQueryData(configQuery.queryKey, (known: ConsoleConfig | undefined) => merged(known ?? {}, change));
    mutate(change);
  };
}

/** As the server merges: dictionaries key by key, all else is replaced. */
function merged<T>(known: T, change: T): T {
  if (!isDictionary(known) || !isDictionary(change)) return change;
  const all: Record<string, unknown> = { ...known };
  for (const [key, value] of Object.entries(change)) all[key] = key in all ? merged(all[key], value) : value;
  return all as T;
}

const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
