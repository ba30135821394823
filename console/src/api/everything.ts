import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Model } from './models';
import { modelKey } from './objects';
import { type QueryValues, request, searchOf } from './request';
import type { ApiObject, Page } from './types';

/** Objects that one request asks for; a server that is set to give fewer at a time does so. */
const atATime = 1000;
/** Objects that are read to be shown or looked through at once. */
export const mostRead = 10_000;

/** What was read of a list, and how many there are. */
export type Everything<T> = Pick<Page<T>, 'count' | 'results'>;

/**
 * Asks for everything a query finds in a list, up to `most` objects: the first page, then all others at once, each as long as
 * the first came.
 */
export async function readEverything<T>(
  model: Pick<Model, 'url'>,
  query: URLSearchParams,
  most: number,
  signal?: AbortSignal,
): Promise<Everything<T>> {
  const ask = async (offset: number) => {
    const asked = new URLSearchParams(query);
    asked.set('limit', String(atATime));
    asked.set('offset', String(offset));
    return (await request<Page<T>>('GET', `/api${model.url}`, { query: asked, signal })).data;
  };
  const first = await ask(0);
  const size = first.results.length;
  const offsets: number[] = [];
  for (let offset = size; size > 0 && offset < Math.min(first.count, most); offset += size) offsets.push(offset);
  const others = await Promise.all(offsets.map(ask));
  return { count: first.count, results: [first, ...others].flatMap(({ results }) => results).slice(0, most) };
}

/** Everything that a query finds in a model's list, up to `most` objects; where `count` is more, the page has to say so. */
export const everythingQuery = <T = ApiObject>(
  model: Pick<Model, 'url'>,
  query: QueryValues | URLSearchParams = { depth: 0 },
  most = mostRead,
) => {
  const search = query instanceof URLSearchParams ? query : searchOf(query);
  return queryOptions({
    queryKey: [...modelKey(model), 'everything', String(search), most],
    queryFn: ({ signal }) => readEverything<T>(model, search, most, signal),
  });
};

/** The same, as it comes; nothing is asked where one may not see the model. */
export const useEverything = <T = ApiObject>(
  model: Pick<Model, 'url'> | undefined,
  query?: QueryValues | URLSearchParams,
  enabled = true,
) => useQuery({ ...everythingQuery<T>(model ?? { url: '' }, query), enabled: enabled && model !== undefined });
