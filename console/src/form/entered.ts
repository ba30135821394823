import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useState } from 'react';

/** What leads away from a form: another page, or another address of the page, where that says what is in it. */
type Leaving = 'page' | 'address';

/** One for each form with something in it that the server does not have yet. */
const forms = new Map<symbol, Leaving>();

/** The message that says that nobody is signed in any more, which stays for as long as something is entered. */
export const signedOutMessage = 'signed-out';

/** Whether somebody would lose what they have entered if another page were shown. */
export const isAnythingEntered = (): boolean => forms.size > 0;

/** Where somebody is, or goes. */
type Place = Pick<Location, 'pathname' | 'search'>;

/** Whether somebody loses what they have entered on the way from one place to another. */
export const losesEntered = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname
    ? isAnythingEntered()
    : from.search !== to.search && [...forms.values()].includes('address');

/** The browser asks, in words of its own, before the page is closed or loaded anew. */
const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

function keep(form: symbol, leaving: Leaving): void {
  forms.set(form, leaving);
  window.addEventListener('beforeunload', askBeforeUnload);
}

function letGo(form: symbol): void {
  forms.delete(form);
  if (forms.size > 0) return;
  window.removeEventListener('beforeunload', askBeforeUnload);
  notifications.hide(signedOutMessage);
}

/**
 * Says of a form whether something is entered in it that the server does not have yet: nobody leaves its page then without
 * being asked. What is returned lets it go, for whoever has saved it or wants it no more.
 */
export function useEntered(isEntered: boolean, leaving: Leaving = 'page'): () => void {
  const [form] = useState(() => Symbol());
  useEffect(() => {
    if (!isEntered) return;
    keep(form, leaving);
    return () => letGo(form);
  }, [isEntered, form, leaving]);
  return useCallback(() => letGo(form), [form]);
}
