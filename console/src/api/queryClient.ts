import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, mayComeSoon } from './apiError';

/** What is done when a session is over; the router says it. */
let leave: () => void = () => undefined;

/** Says what is done when the server knows nobody any more. */
export function onSignedOut(action: () => void): void {
  leave = action;
}

// A button that writes is out of use before the next click arrives. In the next task, as usual, a second click would write again.
notifyManager.setScheduler(queueMicrotask);

/** Questions whose answers are kept that no page shows at the moment. */
const mostKept = 100;

/** Lets go of what was not shown for the longest time: somebody who works all day must not fill the browser. */
function keepFew(cache: QueryCache): void {
  cache.subscribe(({ type }) => {
    if (type !== 'added') return;
    const idle = cache.getAll().filter((query) => !query.isActive() && query.state.status === 'success');
    const isPassing = ({ gcTime }: { gcTime: number }) => Number.isFinite(gcTime);
    const passing = idle.filter(isPassing).sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
    for (const query of passing.slice(0, Math.max(0, passing.length - mostKept))) cache.remove(query);
  });
}

/** Milliseconds after which what did not come is asked for again, for as long as somebody looks at where it is missing. */
const askedAgainAfter = 10_000;

/**
 * Whether there is a network the answers say, not the browser: Plumbline may be on the same machine, and what somebody wanted
 * done must not be done later, when they believe that it was not.
 */
const networkMode = 'always';

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
      networkMode,
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 2 && mayComeSoon(error),
      refetchInterval: ({ state }) => mayComeSoon(state.error) && askedAgainAfter,
    },
    mutations: {
      networkMode,
      retry: false,
      onError: (error) => {
        if (error instanceof ApiError && error.isSignedOut) leave();
      },
    },
  },
});

keepFew(queryClient.getQueryCache());
