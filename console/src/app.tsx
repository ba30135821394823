import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { RouterProvider } from 'react-router';
import { queryClient } from './api/queryClient';
import { router } from './router';
import { nonce } from './theme/nonce';
import { cssVariables, theme } from './theme/theme';

// What locks the page's scrolling behind dialogs makes a style element of its own.
setNonce(nonce());

/** The whole console. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={nonce}>
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={4} autoClose={4000} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
