import { useWindowEvent } from '@mantine/hooks';
import { isForPage } from './pageKeys';

const isLetter = /^[a-z]$/;

/**
 * Does something at signs and letters, by what is typed and not by which keys it takes: many keyboards have `/` at Shift and a digit, and
 * brackets at AltGr, which is Control and Alt on some machines.
 */
export function useSignKeys(acts: Record<string, () => unknown>): void {
  useWindowEvent('keydown', (event) => {
    if (event.metaKey || (event.ctrlKey && !event.altKey) || !isForPage(event)) return;
    // Caps Lock makes no other key of a letter.
    const key = event.shiftKey ? event.key : event.key.toLowerCase();
    // Browsers have menus at Alt and a letter.
    if (event.altKey && isLetter.test(key)) return;
    const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
}
