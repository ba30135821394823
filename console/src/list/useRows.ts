import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Model } from '../api/models';
import { listQuery, pageSize } from '../api/objects';
import type { ApiObject } from '../api/types';

export interface Rows {
  count: number | undefined;
  /** The object at a place of the list; undefined as long as it is on its way. */
  at(index: number): ApiObject | undefined;
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
    error: first.error ?? others.find(({ error }) => error)?.error,
    isFetching: first.isFetching || others.some(({ isFetching }) => isFetching),
  };
}
