import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createBrowserRouter, redirect } from 'react-router';
import { ApiError } from './api/apiError';
import { configQuery } from './api/config';
import { meQuery } from './api/me';
import { modelsQuery } from './api/models';
import { onSignedOut, queryClient } from './api/queryClient';
import { addressOf, basePath, startPath } from './api/request';
import { isAnythingEntered, signedOutMessage } from './form/entered';
import './pages/registrations';
import { pages } from './pages/registry';
import { menuQuery } from './shell/menu';
import { PageError } from './shell/PageError';
import { Shell } from './shell/Shell';

/** Where a person signs in, to come back to where they were. */
export const signInPath = (from: string): string =>
  `/sign-in${from === '/' || from.startsWith('/sign-in') ? '' : `?next=${encodeURIComponent(from)}`}`;

/** Waits for what every page needs; leads to sign in where nobody has. */
async function enter({ request }: { request: Request }) {
  try {
    await queryClient.ensureQueryData(meQuery);
    await Promise.all([
      queryClient.ensureQueryData(modelsQuery),
      queryClient.ensureQueryData(configQuery),
      queryClient.ensureQueryData(menuQuery),
    ]);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isSignedOut) throw error;
    const { pathname, search } = new URL(request.url);
    throw redirect(signInPath(pathname.slice(basePath.length) + search));
  }
}

// Whoever types where a proxy has put it may leave out the slash at the end, which is another page to proxies.
if (location.pathname === basePath) history.replaceState(null, '', `${startPath}${location.search}${location.hash}`);

/** All addresses of the console. Those of models are found by what the server says of its models. */
export const router = createBrowserRouter(
  [
    { path: '/sign-in', lazy: async () => ({ Component: (await import('./shell/SignInPage')).SignInPage }) },
    {
      path: '/',
      Component: Shell,
      loader: enter,
      shouldRevalidate: () => false,
      HydrateFallback: () => null,
      errorElement: <PageError whole />,
      children: [
        {
          errorElement: <PageError />,
          children: [
            { index: true, lazy: async () => ({ Component: (await import('./home/HomePage')).HomePage }) },
            ...pages.map(({ path, component: Component }) => ({ path, element: <Component /> })),
            { path: '*', lazy: async () => ({ Component: (await import('./pages/ModelRoutes')).ModelRoutes }) },
          ],
        },
      ],
    },
  ],
  { basename: startPath },
);

onSignedOut(() => {
  const { pathname, search } = router.state.location;
  const here = pathname.slice(basePath.length) + search;
  if (here.startsWith('/sign-in')) return;
  if (isAnythingEntered()) return askToSignInBeside();
  queryClient.clear();
  router.navigate(signInPath(here));
});

/** What somebody has entered must not go with the page it stands on: they sign in in another one. */
function askToSignInBeside(): void {
  notifications.show({
    id: signedOutMessage,
    color: 'red',
    autoClose: false,
    title: 'You are not signed in any more',
    message: (
      <>
        What you have entered stays here.{' '}
        <Anchor href={addressOf(signInPath('/'))} target="_blank" inherit>
          Sign in in another window
        </Anchor>
        , then go on.
      </>
    ),
  });
}
