import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { usePlace } from './usePlace';

/** What the keys of a tree go by in a row. */
export interface TreeGridRow {
  key: string;
  depth: number;
  /** Whether what is below it is shown; undefined where nothing is. */
  isOpen: boolean | undefined;
}

interface TreeGridOptions {
  /** Tells it from others on the same page. */
  name: string;
  rows: readonly TreeGridRow[];
  /** Pixels of a row. */
  rowHeight: number;
  /** Rows drawn beyond those in sight. */
  overscan: number;
  /** Opens or closes the row at an index. */
  onToggle(index: number): void;
  /** What Enter does in the row at an index. */
  onEnter(index: number): void;
}

interface TreeGrid {
  /** To be put on what scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  virtual: Virtualizer<HTMLDivElement, Element>;
  onKeyDown(event: KeyboardEvent): void;
  /** Whether the row at an index is the one that Tab leads to. */
  isCurrent(index: number): boolean;
  /** Properties of the element of the row at an index, beside its role. */
  rowProps(index: number): RowProps;
}

interface RowProps {
  'data-index': number;
  'aria-expanded': boolean | undefined;
  tabIndex: 0 | -1;
  onFocus(): void;
}

/** What ends the wait for rows that are yet to come: somebody goes elsewhere in the meantime. */
const moves = ['pointerdown', 'wheel', 'keydown'] as const;

/** The rows of a tree of which those in sight are drawn, and the keys of a tree grid (WAI-ARIA Authoring Practices). */
export function useTreeGrid({ name, rows, rowHeight, overscan, onToggle, onEnter }: TreeGridOptions): TreeGrid {
  const place = usePlace<{ offset: number; active: number }>(name);
  const [active, setActive] = useState(place.known?.active ?? 0);
  const scroller = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan,
    initialOffset: place.known?.offset ?? 0,
  });
  const last = Math.max(rows.length - 1, 0);
  const current = Math.min(active, last);
  const latest = useRef({ place, active });
  latest.current = { place, active };
  useEffect(
    () => () => latest.current.place.keep({ offset: virtual.scrollOffset ?? 0, active: latest.current.active }),
    [virtual],
  );
  // Where somebody was may be among rows that are asked for anew.
  const left = useRef(place.known?.offset);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each row that comes makes room.
  useEffect(() => {
    const box = scroller.current;
    if (left.current === undefined || !box) return;
    box.scrollTop = left.current;
    if (Math.ceil(box.scrollTop) >= Math.floor(left.current)) left.current = undefined;
  }, [rows.length]);
  useEffect(() => {
    const forget = () => {
      left.current = undefined;
    };
    for (const move of moves) window.addEventListener(move, forget);
    return () => {
      for (const move of moves) window.removeEventListener(move, forget);
    };
  }, []);
  // The row that is gone to may not be there yet: it is when the list has scrolled.
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    virtual.scrollToIndex(current);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus());
  }, [current, virtual]);
  const go = (to: number) => {
    moved.current = true;
    setActive(Math.max(0, Math.min(last, to)));
  };
  const open = ({ isOpen }: TreeGridRow) => {
    if (isOpen) go(current + 1);
    else if (isOpen === false) onToggle(current);
  };
  const close = ({ isOpen, depth }: TreeGridRow) => {
    if (isOpen) onToggle(current);
    else go(rows.findLastIndex((one, index) => index < current && one.depth < depth));
  };
  const actions = new Map<string, (row: TreeGridRow) => void>([
    ['ArrowDown', () => go(current + 1)],
    ['ArrowUp', () => go(current - 1)],
    ['Home', () => go(0)],
    ['End', () => go(last)],
    ['ArrowRight', open],
    ['ArrowLeft', close],
    ['Enter', () => onEnter(current)],
  ]);
  return {
    scroller,
    virtual,
    onKeyDown(event) {
      const row = rows[current];
      const action = actions.get(event.key);
      if (!row || !action || event.altKey || event.ctrlKey || event.metaKey) return;
      if ((event.target as HTMLElement).getAttribute('role') !== 'row') return;
      event.preventDefault();
      action(row);
    },
    isCurrent: (index) => index === current,
    rowProps: (index) => ({
      'data-index': index,
      'aria-expanded': rows[index]?.isOpen,
      tabIndex: index === current ? 0 : -1,
      onFocus: () => setActive(index),
    }),
  };
}
