import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from './apiError';
import { request } from './request';

const path = '/api/graphql/';

interface Answered<T> {
  data: T | null;
  errors?: { message: string }[];
}

/**
 * A question in GraphQL: many kinds of objects, a few fields of each, in one request. What one may not see is null or missing.
 * It is asked anew after a write, as whatever else is asked by path. Throws an `ApiError` where nothing is answered.
 */
export const graphQuery = <T>(query: string) =>
  queryOptions({
    queryKey: ['path', path, query],
    queryFn: async ({ signal }) => {
      const { data: answer, status } = await request<Answered<T>>('POST', path, { body: { query }, signal });
      if (answer.data === null) throw new ApiError(status, { detail: answer.errors?.[0]?.message }, undefined);
      return answer.data;
    },
  });

/** A question in GraphQL, as its answer comes. */
export const useGraph = <T>(query: string, enabled = true) => useQuery({ ...graphQuery<T>(query), enabled });

/** A text, or several, as a value within a question. */
export const quoted = (value: string | readonly string[]): string => JSON.stringify(value);
