import { newKey } from '@plumbline/client/patientFetch';
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { mayComeSoon } from './apiError';
import type { Model } from './models';
import { type Answer, type QueryValues, request, searchOf } from './request';
import type { ApiObject, Page } from './types';

/** How many objects a list asks for at a time. */
export const pageSize = 100;

/** An object with the version it was read in. */
export interface Versioned<T = ApiObject> {
  object: T;
  etag: string | undefined;
}

/** Where an object of a model is asked for. */
export const objectPath = (model: Pick<Model, 'url'>, id: string | number): string => `/api${model.url}${id}/`;

/** The key of everything known of a model's objects; invalidate it after writing some. */
export const modelKey = (model: Pick<Model, 'url'>): string[] => ['objects', model.url];

/** A page of a model's list. */
export const listQuery = <T = ApiObject>(model: Pick<Model, 'url'>, query: QueryValues | URLSearchParams = {}) => {
  const search = query instanceof URLSearchParams ? query : searchOf(query);
  return queryOptions({
    queryKey: [...modelKey(model), 'list', String(search)],
    queryFn: async ({ signal }) => (await request<Page<T>>('GET', `/api${model.url}`, { query: search, signal })).data,
  });
};

/** A page of a model's list, as it comes. */
export const useList = <T = ApiObject>(
  model: Pick<Model, 'url'>,
  query?: QueryValues | URLSearchParams,
  enabled = true,
) => useQuery({ ...listQuery<T>(model, query), enabled });

/** How many objects of a model match; undefined until it is known. */
export const useCount = (model: Pick<Model, 'url'>, query: QueryValues, enabled = true): number | undefined =>
  useQuery({ ...listQuery(model, { ...query, limit: 1 }), enabled, select: ({ count }) => count }).data;

/** One object with those it names in full, and its version. */
export const objectQuery = <T = ApiObject>(
  model: Pick<Model, 'url'>,
  id: string | number,
  query: QueryValues = { depth: 1 },
) =>
  queryOptions({
    queryKey: [...modelKey(model), 'object', String(id), query],
    queryFn: async ({ signal }): Promise<Versioned<T>> => {
      const { data, etag } = await request<T>('GET', objectPath(model, id), { query, signal });
      return { object: data, etag };
    },
  });

/** One object with those it names in full; suspends until it is there. */
export const useObject = <T = ApiObject>(
  model: Pick<Model, 'url'>,
  id: string | number,
  query?: QueryValues,
): Versioned<T> => useSuspenseQuery(objectQuery<T>(model, id, query)).data;

/** As it is now, whatever is kept of it: for what it is changed by. Suspends until it is there. */
export const useObjectAfresh = <T = ApiObject>(
  model: Pick<Model, 'url'>,
  id: string | number,
  query?: QueryValues,
): Versioned<T> => {
  const known = objectQuery<T>(model, id, query);
  return useSuspenseQuery({ ...known, queryKey: [...known.queryKey, 'afresh'], gcTime: 0 }).data;
};

/** One object as it comes. */
export const useObjectLater = <T = ApiObject>(model: Pick<Model, 'url'>, id: string | number, query?: QueryValues) =>
  useQuery(objectQuery<T>(model, id, query));

/** One object as it is now, whatever is kept of it: for who has to decide anew, as others have changed it. */
export const readNow = <T = ApiObject>(
  client: QueryClient,
  model: Pick<Model, 'url'>,
  id: string | number,
  query?: QueryValues,
): Promise<Versioned<T>> => client.fetchQuery({ ...objectQuery<T>(model, id, query), staleTime: 0 });

/** Anything of the API below a path, as it comes: `/api/dcim/interfaces/<id>/trace/`. */
export const pathQuery = <T>(path: string, query?: QueryValues) =>
  queryOptions({
    queryKey: ['path', path, query ?? {}],
    queryFn: async ({ signal }) => (await request<T>('GET', path, { query, signal })).data,
  });

/** Anything of the API below a path, as it comes. */
export const usePath = <T>(path: string, query?: QueryValues, enabled = true) =>
  useQuery({ ...pathQuery<T>(path, query), enabled });

/** A write to the API; an object, or a list of them for all or nothing. */
export interface Write {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  query?: QueryValues;
  headers?: Record<string, string>;
}

/** What a write says so that it only takes effect on the version that was read; nothing where none is known. */
export const ifMatch = (etag: string | undefined): Record<string, string> =>
  etag === undefined ? {} : { 'If-Match': etag };

/** Whatever was known may be outdated after a write: objects name and count each other. */
export async function forgetObjects(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['objects'] }),
    client.invalidateQueries({ queryKey: ['path'] }),
  ]);
}

/** A write that was not answered, with its key. */
interface Unanswered {
  write: Write;
  key: string;
}

/** Whether two writes say the same; of what forms with files say that is not known. */
const isSameWrite = (one: Write, other: Write): boolean =>
  !(other.body instanceof FormData) && JSON.stringify(one) === JSON.stringify(other);

/**
 * Writes, then asks anew for what is shown. Throws an `ApiError` that is to be shown where it belongs. `onDone` is what else is
 * done once it is written; it stands here, and not with the write, as what is asked anew may leave no room for whoever wrote.
 * What was not answered and is sent again next, as it was, is the same write and takes effect once, until `reset`: call that where
 * it is not shown any more that it failed.
 */
export function useWrite<T = ApiObject>(onDone?: (answer: Answer<T>, write: Write) => void | Promise<void>) {
  const client = useQueryClient();
  const unanswered = useRef<Unanswered>(undefined);
  const mutation = useMutation({
    mutationFn: async (write: Write) => {
      const { method, path, ...options } = write;
      const before = unanswered.current;
      const key = before && isSameWrite(before.write, write) ? before.key : newKey();
      unanswered.current = undefined;
      try {
        return await request<T>(method, path, { ...options, key });
      } catch (error) {
        if (mayComeSoon(error)) unanswered.current = { write, key };
        throw error;
      }
    },
    onSuccess: async (answer, write) => {
      await onDone?.(answer, write);
      if (write.query?.dry_run !== true) await forgetObjects(client);
    },
  });
  const { reset: forgetOutcome } = mutation;
  const reset = useCallback(() => {
    unanswered.current = undefined;
    forgetOutcome();
  }, [forgetOutcome]);
  return { ...mutation, reset };
}
