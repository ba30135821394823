import { useLayoutEffect } from 'react';

/** Where somebody is: in a menu, which goes when something of it is chosen, at what it opens from. */
function placeOf(element: Element | null): Element | null {
  const menu = element?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
}

/** Leads whoever closes something back to where they were when it opened; where that is gone, to the page. */
export function useReturnedFocus(): void {
  useLayoutEffect(() => {
    const before = placeOf(document.activeElement);
    return () => {
      // What closes with it is not gone yet, nor has anything else the focus that comes in its place.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const place = before instanceof HTMLElement && before.isConnected ? before : undefined;
        (place === undefined || place === document.body ? document.getElementById('main') : place)?.focus({
          preventScroll: true,
        });
      });
    };
  }, []);
}
