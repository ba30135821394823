import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** What the keys of a tree go by in a row. */
export interface TreeGridRow {
  key: string;
  depth: number;
  /** Whether what is below it is shown; undefined where nothing is. */
  isOpen: boolean | undefined;
}

interface TreeGridOptions {
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

/** The rows of a tree of which those in sight are drawn, and the keys of a tree grid (WAI-ARIA Authoring Practices). */
export function useTreeGrid({ rows, rowHeight, overscan, onToggle, onEnter }: TreeGridOptions): TreeGrid {
  const [active, setActive] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan,
  });
  const last = Math.max(rows.length - 1, 0);
  const current = Math.min(active, last);
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
  const right = ({ isOpen }: TreeGridRow) => {
    if (isOpen) go(current + 1);
    else if (isOpen === false) onToggle(current);
  };
  const left = ({ isOpen, depth }: TreeGridRow) => {
    if (isOpen) onToggle(current);
    else go(rows.findLastIndex((one, index) => index < current && one.depth < depth));
  };
  const actions = new Map<string, (row: TreeGridRow) => void>([
    ['ArrowDown', () => go(current + 1)],
    ['ArrowUp', () => go(current - 1)],
    ['Home', () => go(0)],
    ['End', () => go(last)],
    ['ArrowRight', right],
    ['ArrowLeft', left],
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
