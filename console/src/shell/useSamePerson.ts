import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useMe } from '../api/me';
import { isAnythingEntered } from '../form/entered';

/**
 * Where somebody else signs in in another window, this one is theirs too, and shows what they may see. What was entered before stays,
 * and whoever saves it is told as whom.
 */
export function useSamePerson(): void {
  const { id, username } = useMe();
  const { pathname } = useLocation();
  const known = useRef(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was entered has gone, or is saved, with its page.
  useEffect(() => {
    if (known.current === id) return;
    if (isAnythingEntered()) void import('./tellOfSomebodyElse').then((told) => told.tellOfSomebodyElse(username));
    else location.reload();
  }, [id, username, pathname]);
}
