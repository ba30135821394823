import { notifications } from '@mantine/notifications';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '../api/apiError';
import { isLongText } from '../api/description';
import type { Model } from '../api/models';
import type { ApiObject } from '../api/types';
import { Icon } from '../components/Icon';
import { Named } from '../components/Named';
import { pageOf } from '../components/ObjectLink';
import { usePlace } from '../components/usePlace';
import { Value } from '../components/Value';
import { isForPage } from '../shell/pageKeys';
import { type Column, cellOf, leastWidth } from './columns';
import classes from './Grid.module.css';
import { useRows } from './useRows';

/** Pixels of a row. */
const rowHeight = 34;
/** Pixels of the head, which stays while rows go by. */
const headHeight = 32;
const selectWidth = 38;

export interface GridProps {
  label: string;
  columns: Column[];
  count: number;
  /** The model's list that rows are of: filters and order. */
  query: URLSearchParams;
  model: Model;
  sort: string | undefined;
  onSort: ((sort: string | undefined) => void) | undefined;
  onResize(name: string, width: number): void;
  /** Ids of the rows that are chosen; no boxes to choose by where undefined. */
  selected: ReadonlySet<string> | undefined;
  onSelect(ids: string[], isSelected: boolean): void;
  /** Hears of the rows that are drawn. */
  onRows?: (objects: ApiObject[]) => void;
  /** Shows an object beside the list; not offered where undefined. */
  onPeek: ((object: ApiObject) => void) | undefined;
  /** Whether something else has the keyboard. */
  isBusy: boolean;
}

/** Where somebody was in a list. */
interface Place {
  offset: number;
  active: number;
}

/** Rows that are drawn where one looks, however many there are. */
export function Grid(props: GridProps) {
  const { label, model, query, columns, count, sort, selected, isBusy } = props;
  const { onSort, onResize, onSelect, onRows, onPeek } = props;
  const box = useRef<HTMLDivElement>(null);
  const place = usePlace<Place>(label);
  const [active, setActive] = useState(place.known?.active ?? -1);
  const lastChosen = useRef<number | undefined>(undefined);
  const navigate = useNavigate();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialOffset: place.known?.offset ?? 0,
  });
  useEffect(() => {
    if (active >= 0) place.keep({ offset: virtual.scrollOffset ?? 0, active });
  });
  const items = virtual.getVirtualItems();
  const rows = useRows(model, query, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const template = `${selected ? `${selectWidth}px ` : ''}${columns.map(({ width }) => `${width}px`).join(' ')} minmax(0, 1fr)`;
  const width = columns.reduce((sum, column) => sum + column.width, selected ? selectWidth : 0);

  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index));
    setActive(next);
    virtual.scrollToIndex(next);
  };
  const keys = (event: KeyboardEvent | globalThis.KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (isBusy || event.ctrlKey || event.metaKey || event.altKey || !isForPage({ target }) || count === 0) return;
    const object = active < 0 ? undefined : rows.at(active);
    const isOnControl = target.closest('button, a, input') !== null;
    const act = (action: () => void) => {
      event.preventDefault();
      action();
    };
    if (event.key === 'j' || (event.key === 'ArrowDown' && !isOnControl)) act(() => goTo(active + 1));
    else if (event.key === 'k' || (event.key === 'ArrowUp' && !isOnControl)) act(() => goTo(active - 1));
    else if (event.key === 'Home' && !isOnControl) act(() => goTo(0));
    else if (event.key === 'End' && !isOnControl) act(() => goTo(count - 1));
    else if (event.key === 'Enter' && object && !isOnControl) act(() => navigate(pageOf(object.url)));
    else if (event.key === ' ' && object && onPeek && !isOnControl) act(() => onPeek(object));
    else if (event.key === 'x' && object && selected)
      act(() => onSelect([String(object.id)], !selected.has(String(object.id))));
  };
  const listen = useRef(keys);
  listen.current = keys;
  useEffect(() => {
    const handle = (event: globalThis.KeyboardEvent) => listen.current(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);

  const choose = (index: number, id: string, isChosen: boolean, isRange: boolean) => {
    const from = isRange && lastChosen.current !== undefined ? lastChosen.current : index;
    lastChosen.current = index;
    onSelect([id], isChosen);
    // Of a long range much may not have been drawn, and is not here.
    if (from !== index)
      void rows.between(Math.min(from, index), Math.max(from, index)).then(
        (objects) => {
          onRows?.(objects);
          onSelect(
            objects.map((object) => String(object.id)),
            isChosen,
          );
        },
        (error) => notifications.show({ color: 'red', title: 'The rows were not selected', message: messageOf(error) }),
      );
  };
  const chooseLatest = useRef(choose);
  chooseLatest.current = choose;
  const onChoose = useCallback((...given: Parameters<typeof choose>) => chooseLatest.current(...given), []);
  const shown = items.flatMap(({ index }) => rows.at(index) ?? []);
  useEffect(() => {
    onRows?.(shown);
  });
  // More are drawn than are seen.
  const top = virtual.scrollOffset ?? 0;
  const bottom = top + (virtual.scrollRect?.height ?? 0) - headHeight;
  const seen = items.flatMap(({ index, start, end }) => (end > top && start < bottom && rows.at(index)) || []);
  const all = seen.length > 0 && seen.every(({ id }) => selected?.has(String(id)));

  return (
    <div
      className={classes.box}
      ref={box}
      onScroll={({ currentTarget }) => place.keep({ offset: currentTarget.scrollTop, active })}
      tabIndex={0}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + (selected ? 1 : 0)}
      aria-busy={rows.isFetching}
    >
      <div
        className={classes.head}
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: template, minWidth: width }}
      >
        {selected && (
          <div role="columnheader" className={classes.select}>
            <input
              type="checkbox"
              aria-label="Select the rows that are shown"
              checked={all}
              ref={(input) => {
                if (input) input.indeterminate = !all && selected.size > 0;
              }}
              onChange={() =>
                onSelect(
                  seen.map(({ id }) => String(id)),
                  !all,
                )
              }
            />
          </div>
        )}
        {columns.map((column) => (
          <Head key={column.name} column={column} sort={sort} onSort={onSort} onResize={onResize} />
        ))}
        <div role="presentation" />
      </div>
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), minWidth: width, position: 'relative' }}>
        {items.map(({ index, start }) => {
          const object = rows.at(index);
          return (
            <Row
              key={index}
              index={index}
              start={start}
              object={object}
              columns={columns}
              template={template}
              isActive={index === active}
              isStop={index === Math.max(active, 0)}
              isSelected={selected && object !== undefined && selected.has(String(object.id))}
              onActive={setActive}
              onChoose={onChoose}
              onPeek={onPeek}
            />
          );
        })}
      </div>
    </div>
  );
}

/** A row; it is drawn anew when something of it is another, however fast others come and go. */
const Row = memo(function Row({
  index,
  start,
  object,
  columns,
  template,
  isActive,
  isStop,
  isSelected,
  onActive,
  onChoose,
  onPeek,
}: {
  index: number;
  start: number;
  object: ApiObject | undefined;
  columns: Column[];
  template: string;
  isActive: boolean;
  /** Whether Tab stops at what is in it: it does so in one row, so that whatever is below a list is reached. */
  isStop: boolean;
  /** Undefined where rows cannot be chosen. */
  isSelected: boolean | undefined;
  onActive(index: number): void;
  onChoose(index: number, id: string, isChosen: boolean, isRange: boolean): void;
  onPeek: GridProps['onPeek'];
}) {
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other objects and columns bring other things to stop at.
  useLayoutEffect(() => {
    for (const one of row.current?.querySelectorAll<HTMLElement>('a, button, input') ?? [])
      one.tabIndex = isStop ? 0 : -1;
  }, [isStop, object, columns, isSelected === undefined]);
  return (
    <div
      ref={row}
      role="row"
      onFocus={() => onActive(index)}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      className={classes.row}
      style={{ transform: `translateY(${start}px)`, gridTemplateColumns: template }}
    >
      {isSelected !== undefined && (
        <div role="gridcell" className={classes.select}>
          {object && (
            <input
              type="checkbox"
              aria-label={`Select ${object.display}`}
              checked={isSelected}
              onChange={({ currentTarget, nativeEvent }) =>
                onChoose(index, String(object.id), currentTarget.checked, (nativeEvent as MouseEvent).shiftKey)
              }
            />
          )}
        </div>
      )}
      {object ? (
        <Cells object={object} columns={columns} onPeek={onPeek} />
      ) : (
        columns.map(({ name }) => (
          <div role="gridcell" key={name} className={classes.cell}>
            <span className={classes.coming} />
          </div>
        ))
      )}
    </div>
  );
});

const Cells = memo(function Cells({
  object,
  columns,
  onPeek,
}: {
  object: ApiObject;
  columns: Column[];
  onPeek: GridProps['onPeek'];
}) {
  return columns.map(({ name, field, isName }) => {
    const value = cellOf(object, name);
    if (!isName)
      return (
        <div role="gridcell" key={name} className={classes.cell}>
          <Value value={value} field={field} dense />
        </div>
      );
    const text = typeof value === 'string' && value !== '' ? value : object.display;
    return (
      <div role="gridcell" key={name} className={classes.cell} data-name="">
        <Link to={pageOf(object.url)} title={text}>
          <Named text={text} />
        </Link>
        {onPeek && (
          <button
            type="button"
            className={classes.peek}
            aria-label={`Peek at ${object.display}`}
            onClick={() => onPeek(object)}
          >
            <Icon name="eye" size={13} />
          </button>
        )}
      </div>
    );
  });
});

function Head({
  column,
  sort,
  onSort,
  onResize,
}: {
  column: Column;
  sort: string | undefined;
  onSort: GridProps['onSort'];
  onResize: GridProps['onResize'];
}) {
  const { name, label, field } = column;
  const [pulled, setPulled] = useState<number>();
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  const canSort =
    onSort !== undefined &&
    field !== undefined &&
    name !== 'display' &&
    !isLongText(field.kind) &&
    !['json', 'relatedMany', 'choices', 'texts'].includes(field.kind);
  const pull = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    const handle = event.currentTarget;
    const began = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) =>
      setPulled(Math.max(leastWidth, column.width + moved.clientX - began) - column.width);
    const end = (moved: globalThis.PointerEvent) => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
      setPulled(undefined);
      onResize(name, column.width + moved.clientX - began);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
  };
  return (
    <div role="columnheader" aria-sort={direction ?? (canSort ? 'none' : undefined)} className={classes.column}>
      {canSort ? (
        <button
          type="button"
          onClick={() => onSort(direction === undefined ? name : direction === 'ascending' ? `-${name}` : undefined)}
        >
          <span>{label}</span>
          {direction && <Icon name={direction === 'ascending' ? 'arrowUp' : 'arrowDown'} size={12} />}
        </button>
      ) : (
        <span>{label}</span>
      )}
      <span
        className={classes.handle}
        onPointerDown={pull}
        aria-hidden="true"
        style={pulled === undefined ? undefined : { right: -pulled }}
      />
    </div>
  );
}
