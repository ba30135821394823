import { useEffect, useRef } from 'react';
import { isTyping } from './useGoKeys';

/**
 * Does something at signs, by what is typed and not by which keys it takes: many keyboards have `/` at Shift and a digit, and
 * brackets at AltGr, which is Control and Alt on some machines.
 */
export function useSignKeys(acts: Record<string, () => void>): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.metaKey || (event.ctrlKey && !event.altKey) || isTyping(event.target)) return;
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
