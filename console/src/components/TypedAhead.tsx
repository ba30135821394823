import { useLayoutEffect, useRef } from 'react';

/** Above the screen: whoever types sees it as soon as its field is there. */
const unseen = { position: 'fixed', top: '-4rem' } as const;

/** Takes what is typed for a field that is on its way, and would do what keys of the page do. */
export function TypedAhead({
  label,
  onType,
  onClose,
}: {
  label: string;
  onType(text: string): void;
  onClose?: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current!.focus();
    return () => (before instanceof HTMLElement ? before.focus({ preventScroll: true }) : undefined);
  }, []);
  return (
    <input
      ref={field}
      style={unseen}
      aria-label={label}
      autoComplete="off"
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && onClose?.()}
    />
  );
}
