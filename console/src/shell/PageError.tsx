import { Text } from '@mantine/core';
import { isRouteErrorResponse, useNavigate, useRouteError } from 'react-router';
import { ApiError, messageOf } from '../api/apiError';
import { queryClient } from '../api/queryClient';
import { Notice } from '../components/Notice';
import { NotFound } from './NotFound';

/** What is shown in the place of a page that could not be shown; `whole` where not even the shell could be. */
export function PageError({ whole = false }: { whole?: boolean }) {
  const error = useRouteError();
  const navigate = useNavigate();
  if (!whole && error instanceof ApiError && error.status === 404) return <NotFound />;
  const isRenewed = error instanceof Error && /imported module|module script|preload CSS/i.test(error.message);
  const message = isRenewed
    ? 'A part of the console cannot be loaded. Where Plumbline has been renewed since you opened it, trying again is enough.'
    : isRouteErrorResponse(error)
      ? error.statusText
      : messageOf(error);
  const again = () => {
    if (whole || !(error instanceof ApiError)) location.reload();
    else {
      queryClient.resetQueries();
      navigate(0);
    }
  };
  return (
    <Notice isPage title="That did not work" action={{ label: 'Try again', run: again }}>
      {message}
      {error instanceof ApiError && error.requestId && (
        <Text size="xs" mt="xs" data-pl="mono">
          Request {error.requestId}
        </Text>
      )}
    </Notice>
  );
}
