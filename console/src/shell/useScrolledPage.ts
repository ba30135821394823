import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { usePlace } from '../components/usePlace';
import { isForPage } from './pageKeys';

/** What says that somebody goes on by themselves. */
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** What scrolls. */
const scrollingKeys = /^(Arrow(Down|Up)|Page(Down|Up)|Home|End| )$/;

/**
 * The part of the screen that pages scroll in. Another page is seen from its beginning, and one that somebody comes back to from where
 * they were in it, as soon as there is as much of it again.
 */
export function useScrolledPage(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const place = usePlace<number>('scrolled');
  const last = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has a place of its own.
  useLayoutEffect(() => {
    const page = main.current!;
    const wanted = isReturn ? place.known : undefined;
    if (last.current !== pathname) page.scrollTo(0, 0);
    last.current = pathname;
    let isWaiting = wanted !== undefined && wanted > 0;
    const grown = new MutationObserver(() => goThere());
    const stop = () => {
      isWaiting = false;
      grown.disconnect();
    };
    const goThere = () => {
      page.scrollTo(0, wanted!);
      if (page.scrollTop >= wanted! - 1) stop();
    };
    const keep = () => !isWaiting && place.keep(page.scrollTop);
    page.addEventListener('scroll', keep, { passive: true });
    for (const move of ownMoves) window.addEventListener(move, stop, { passive: true });
    if (isWaiting) {
      grown.observe(page, { childList: true, subtree: true, characterData: true });
      goThere();
    }
    return () => {
      stop();
      page.removeEventListener('scroll', keep);
      for (const move of ownMoves) window.removeEventListener(move, stop);
    };
  }, [place.key]);
  useEffect(() => {
    // What has the keyboard where nothing else has is the document, which does not scroll.
    const listen = (event: KeyboardEvent) => {
      if (event.target === document.body && scrollingKeys.test(event.key) && isForPage(event)) main.current?.focus();
    };
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
  const left = useRef(pathname);
  useEffect(() => {
    if (left.current === pathname) return;
    left.current = pathname;
    // Who came here by something that has gone with the page before goes on in this one.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
