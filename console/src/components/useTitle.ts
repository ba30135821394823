import { useEffect } from 'react';

/** Names the page, on the tab and for those who listen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Plumbline`;
  }, [title]);
}
