import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** What the API takes beside filters: which part of a list, how it is written, and what is for writes. */
const noFilters = [
  'limit',
  'offset',
  'depth',
  'include',
  'exclude_m2m',
  'format',
  'api_version',
  'dry_run',
  'multipart',
];

/** Parameters of a list's address that are no filters. */
const reserved = new Set(['sort', 'view', ...noFilters]);

export interface ListState {
  filters: URLSearchParams;
  sort: string | undefined;
  /** Filters and order, as the API is asked for them. */
  query: URLSearchParams;
  view: string | undefined;
  /** The address as it is, to be kept or shared. */
  search: string;
  setFilters(change: (filters: URLSearchParams) => void): void;
  setSort(sort: string | undefined): void;
  setView(view: string | undefined): void;
}

/** What a list shows, which is what its address says. */
export function useListState(): ListState {
  const [search, setSearch] = useSearchParams();
  return useMemo(() => {
    const filters = new URLSearchParams([...search].filter(([name]) => !reserved.has(name)));
    const set = (name: string, value: string | undefined) =>
      setSearch(
        (known) => {
          const next = new URLSearchParams(known);
          if (value === undefined) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      );
    const sort = search.get('sort') ?? undefined;
    return {
      filters,
      sort,
      query: new URLSearchParams([...filters, ...(sort === undefined ? [] : [['sort', sort]])]),
      view: search.get('view') ?? undefined,
      search: String(search),
      setFilters: (change) =>
        setSearch((known) => {
          const next = new URLSearchParams(known);
          change(next);
          return next;
        }),
      setSort: (sort) => set('sort', sort),
      setView: (view) => set('view', view),
    };
  }, [search, setSearch]);
}
