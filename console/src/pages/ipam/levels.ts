import { queryOptions } from '@tanstack/react-query';
import type { Model } from '../../api/models';
import { modelKey } from '../../api/objects';
import { request, searchOf } from '../../api/request';
import type { ApiObject, Choice, Page, RelatedObject } from '../../api/types';

/** A prefix as the API shows it with `depth=1`. */
export interface Prefix extends ApiObject {
  id: string;
  prefix: string;
  type: Choice;
  network: string;
  prefix_length: number;
  ip_version: 4 | 6;
  status: RelatedObject;
  role: RelatedObject | null;
  namespace: RelatedObject;
  parent: RelatedObject | null;
  tenant: RelatedObject | null;
  vlan: RelatedObject | null;
  location: RelatedObject | null;
  description: string;
}

/** What `/api/ipam/prefix-utilization/` says of one. */
export interface Use {
  id: string;
  utilization: number;
  prefix_count: number;
  ip_address_count: number;
}

/** The prefixes directly in one, how full they are, and what is free between them. */
export interface Level {
  prefixes: Prefix[];
  count: number;
  uses: Map<string, Use>;
  free: string[];
  /** What finds all of them in the list. */
  query: string;
}

/** Prefixes that are read at a time; those found by filters are named one by one, and an address has an end. */
const [most, mostNamed] = [500, 100];

const utilizationPath = '/api/ipam/prefix-utilization/';

const byId = (uses: Use[]) => new Map(uses.map((use) => [use.id, use]));

/** What is directly in a prefix: three questions at once, however much that is. */
export const levelQuery = (model: Model, parent: string) =>
  queryOptions({
    queryKey: [...modelKey(model), 'level', parent],
    queryFn: async ({ signal }): Promise<Level> => {
      const [list, uses, free] = await Promise.all([
        request<Page<Prefix>>('GET', `/api${model.url}`, { query: { parent, depth: 1, limit: most }, signal }),
        request<Use[]>('GET', utilizationPath, { query: { parent }, signal }),
        request<{ prefix: string }[]>('GET', `/api${model.url}${parent}/available-prefixes/`, { signal }),
      ]);
      return {
        prefixes: list.data.results,
        count: list.data.count,
        uses: byId(uses.data),
        free: free.data.map(({ prefix }) => prefix),
        query: `parent=${parent}`,
      };
    },
    structuralSharing: false,
  });

/** The outermost prefixes; with filters, the prefixes that match them, whatever they are in. */
export const outermostQuery = (model: Model, filters: URLSearchParams) => {
  const isNarrowed = [...filters.keys()].some((name) => name !== 'namespace');
  const query = new URLSearchParams(filters);
  if (!isNarrowed) query.set('parent__isnull', 'true');
  const found = String(query);
  query.set('depth', '1');
  query.set('limit', String(isNarrowed ? mostNamed : most));
  return queryOptions({
    queryKey: [...modelKey(model), 'level', String(query)],
    queryFn: async ({ signal }): Promise<Level> => {
      if (!isNarrowed) {
        const [list, uses] = await Promise.all([
          request<Page<Prefix>>('GET', `/api${model.url}`, { query, signal }),
          request<Use[]>('GET', utilizationPath, {
            query: searchOf({ parent: ['null'], namespace: filters.getAll('namespace') }),
            signal,
          }),
        ]);
        return { prefixes: list.data.results, count: list.data.count, uses: byId(uses.data), free: [], query: found };
      }
      const { data } = await request<Page<Prefix>>('GET', `/api${model.url}`, { query, signal });
      const ids = data.results.map(({ id }) => id);
      const uses =
        ids.length === 0
          ? []
          : (await request<Use[]>('GET', utilizationPath, { query: searchOf({ id: ids }), signal })).data;
      return { prefixes: data.results, count: data.count, uses: byId(uses), free: [], query: found };
    },
    structuralSharing: false,
  });
};
