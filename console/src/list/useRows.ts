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
export function rowsQuery(model: Model, query: URLSearchParams, page: number) {
  const asked = new URLSearchParams(query);
  asked.set('limit', String(pageSize));
  asked.set('depth', '1');
  if (page > 0) asked.set('offset', String(page * pageSize));
  return listQuery(model, asked);
}

/** The rows of a list between two places, a page at a time; `query` is filters and order. */
export function useRows(model: Model, query: URLSearchParams, from: number, to: number): Rows {
  const pageQuery = (page: number) => rowsQuery(model, query, page);
  const first = useQuery({ ...pageQuery(0), placeholderData: keepPreviousData });
  const pages = useMemo(() => {
    const wanted: number[] = [];
    for (let page = Math.floor(from / pageSize); page <= Math.floor(Math.max(from, to) / pageSize); page += 1)
      if (page > 0) wanted.push(page);
    return wanted;
  }, [from, to]);
  const others = useQueries({ queries: pages.map(pageQuery) });
  return {
    count: first.data?.count,
    at(index) {
      const page = Math.floor(index / pageSize);
      const data = page === 0 ? first.data : others[pages.indexOf(page)]?.data;
      return data?.results[index % pageSize];
    },
    error: first.error ?? others.find(({ error }) => error)?.error,
    isFetching: first.isFetching || others.some(({ isFetching }) => isFetching),
  };
}
