import { useWindowEvent } from '@mantine/hooks';
import { isTyping } from './useGoKeys';

/**
 * Does something at signs, by what is typed and not by which keys it takes: many keyboards have `/` at Shift and a digit, and
 * brackets at AltGr, which is Control and Alt on some machines.
 */
export function useSignKeys(acts: Record<string, () => void>): void {
  useWindowEvent('keydown', (event) => {
    if (event.metaKey || (event.ctrlKey && !event.altKey) || isTyping(event.target)) return;
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
}
