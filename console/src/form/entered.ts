import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';

/** One for each form with something in it that the server does not have yet. */
const forms = new Set<symbol>();

/** The message that says that nobody is signed in any more, which stays for as long as something is entered. */
export const signedOutMessage = 'signed-out';

/** Whether somebody would lose what they have entered if another page were shown. */
export const isAnythingEntered = (): boolean => forms.size > 0;

/** Says of a form whether something is entered in it that the server does not have yet. */
export function useEntered(isEntered: boolean): void {
  useEffect(() => {
    if (!isEntered) return;
    const form = Symbol();
    forms.add(form);
    return () => {
      forms.delete(form);
      if (forms.size === 0) notifications.hide(signedOutMessage);
    };
  }, [isEntered]);
}
