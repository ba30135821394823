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
  queryFn: ({ signal }) => read(signal),
});

async function read(signal?: AbortSignal): Promise<ConsoleConfig> {
  const { data } = await request<{ console?: ConsoleConfig }>('GET', path, { signal });
  return data.console ?? {};
}

/** What is to be kept; of a list in it, as a function of what is kept at that moment. */
type Change = ConsoleConfig | ((known: ConsoleConfig) => ConsoleConfig);

/** What the console keeps of whoever is signed in. */
export const useConfig = (): ConsoleConfig => useSuspenseQuery(configQuery).data;

/** Changes what is kept: at once on the page, then on the server. Keys that are not named stay. */
export function useSetConfig(): (change: Change) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    // One after another: the next sees what the one before has kept.
    scope: { id: 'config' },
    mutationFn: async (change: Change) => {
      if (typeof change !== 'function') return request('PATCH', path, { body: { console: change } });
      // Another window may have kept something in the same list.
      const now = await read();
      const next = change(now);
      const answer = await request('PATCH', path, { body: { console: next } });
      client.setQueryData(configQuery.queryKey, (known: ConsoleConfig = now) => merged(known, next));
      return answer;
    },
    onError: () => client.invalidateQueries({ queryKey: configQuery.queryKey }),
  });
  return (change) => {
    client.setQueryData(configQuery.queryKey, (known: ConsoleConfig = {}) =>
      merged(known, typeof change === 'function' ? change(known) : change),
    );
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
