import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { request } from './request';

/** Whoever is signed in. */
export interface Me {
  id: string;
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  is_superuser: boolean;
  is_staff: boolean;
  groups: string[];
}

/** Asks who is signed in; an `ApiError` that `isSignedOut` when nobody is. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: 5 * 60_000,
  // Somebody else may have signed in beside it, or nobody be signed in any more.
  refetchOnWindowFocus: 'always',
  retry: false,
  queryFn: async ({ signal }) => (await request<Me>('GET', '/user/profile/', { signal })).data,
});

/** Whoever is signed in; the shell has waited for it. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data;
