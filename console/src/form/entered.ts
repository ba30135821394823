import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useState } from 'react';

/** One for each form with something in it that the server does not have yet. */
const forms = new Set<symbol>();

/** The message that says that nobody is signed in any more, which stays for as long as something is entered. */
export const signedOutMessage = 'signed-out';

/** Whether somebody would lose what they have entered if another page were shown. */
export const isAnythingEntered = (): boolean => forms.size > 0;

/** The browser asks, in words of its own, before the page is closed or loaded anew. */
const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

function keep(form: symbol): void {
  forms.add(form);
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
export function useEntered(isEntered: boolean): () => void {
  const [form] = useState(() => Symbol());
  useEffect(() => {
    if (!isEntered) return;
    keep(form);
    return () => letGo(form);
  }, [isEntered, form]);
  return useCallback(() => letGo(form), [form]);
}
