import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Model } from '../api/models';
import { listQuery, pageSize } from '../api/objects';
import type { ApiObject } from '../api/types';

/** Objects one request may be about. */
export const mostAtOnce = 10_000;

export interface Rows {
  count: number | undefined;
  /** The object at a place of the list; undefined as long as it is on its way. */
  at(index: number): ApiObject | undefined;
  /** The objects from one place to another, as many as can be selected; those that are not here are asked for. */
  between(from: number, to: number): Promise<ApiObject[]>;
  error: unknown;
  isFetching: boolean;
}

/** A page of the rows of a list. */
export function rowsQuery(model: Model, query: URLSearchParams, page: number, size = pageSize) {
  const asked = new URLSearchParams(query);
  asked.set('limit', String(pageSize));
  asked.set('depth', '1');
  if (page > 0) asked.set('offset', String(page * size));
  return listQuery(model, asked);
}

/** The rows of a list between two places, a page at a time; `query` is filters and order. */
export function useRows(model: Model, query: URLSearchParams, from: number, to: number): Rows {
  const pageQuery = (page: number, size?: number) => rowsQuery(model, query, page, size);
  const client = useQueryClient();
  const first = useQuery({ ...pageQuery(0), placeholderData: keepPreviousData });
  // A server that is set to give fewer at a time gives fewer.
  const size = (first.data?.next && first.data.results.length) || pageSize;
  const pages = useMemo(() => {
    const wanted: number[] = [];
    for (let page = Math.floor(from / size); page <= Math.floor(Math.max(from, to) / size); page += 1)
      if (page > 0) wanted.push(page);
    return wanted;
  }, [from, to, size]);
  const others = useQueries({ queries: pages.map((page) => pageQuery(page, size)) });
  return {
    count: first.data?.count,
    at(index) {
      const page = Math.floor(index / size);
      const data = page === 0 ? first.data : others[pages.indexOf(page)]?.data;
      return data?.results[index % size];
    },
    async between(start, last) {
      const end = Math.min(last, start + mostAtOnce - 1);
      const objects: ApiObject[] = [];
      for (let page = Math.floor(start / size); page <= Math.floor(end / size); page += 1) {
        const { results } = await client.ensureQueryData(pageQuery(page, size));
        objects.push(...results.slice(Math.max(0, start - page * size), end + 1 - page * size));
      }
      return objects;
    },
    error: first.error ?? others.find(({ error }) => error)?.error,
    isFetching: first.isFetching || others.some(({ isFetching }) => isFetching),
  };
}
