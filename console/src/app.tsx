import { MantineProvider } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { lazy, Suspense, useState } from 'react';
import { RouterProvider } from 'react-router';
import { queryClient } from './api/queryClient';
import { router } from './router';
import { nonce } from './theme/nonce';
import { cssVariables, theme } from './theme/theme';

// What locks the page's scrolling behind dialogs makes a style element of its own.
setNonce(nonce());

const Messages = lazy(async () => ({ default: (await import('./shell/Messages')).Messages }));

/** Nothing until there is something to say; then messages come and go. */
function MessagesWhenThereAre() {
  const { notifications } = useNotifications();
  const [wasOne, setWasOne] = useState(false);
  if (notifications.length > 0 && !wasOne) setWasOne(true);
  return <Suspense>{wasOne && <Messages />}</Suspense>;
}

/** The whole console. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={nonce}>
      <QueryClientProvider client={queryClient}>
        <MessagesWhenThereAre />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
