import { useWindowEvent } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { meQuery } from '../api/me';
import { isAnythingEntered } from '../form/entered';

/** The message that says who is signed in now. */
const message = 'somebody-else';

/**
 * Where somebody else signs in in another window, this one is theirs too, and shows what they may see. What was entered before stays,
 * and whoever saves it is told as whom.
 */
export function useSamePerson(): void {
  const client = useQueryClient();
  const { data, dataUpdatedAt } = useSuspenseQuery(meQuery);
  const { id, username } = data;
  const { pathname } = useLocation();
  const known = useRef(id);
  // A window beside another one is seen all the time.
  useWindowEvent(
    'focus',
    () => void client.invalidateQueries({ queryKey: meQuery.queryKey }, { cancelRefetch: false }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was entered goes with its page, or is saved before the next look.
  useEffect(() => {
    if (known.current === id) notifications.hide(message);
    else if (!isAnythingEntered()) location.reload();
    else void import('./tellOfSomebodyElse').then((told) => told.tellOfSomebodyElse(message, username));
  }, [id, username, pathname, dataUpdatedAt]);
}
