import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './apiError';

/** What is done when a session is over; the router says it. */
let leave: () => void = () => undefined;

/** Says what is done when the server knows nobody any more. */
export function onSignedOut(action: () => void): void {
  leave = action;
}

/** Everything that is known of the server. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof ApiError && error.isSignedOut) leave();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 5 * 60_000,
      // What the server has refused it refuses again; what it could not do just now it may do soon.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
    },
    mutations: {
      retry: false,
      onError: (error) => {
        if (error instanceof ApiError && error.isSignedOut) leave();
      },
    },
  },
});
