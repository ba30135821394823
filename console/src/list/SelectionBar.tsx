import { Button, CloseButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Description } from '../api/description';
import type { Model } from '../api/models';
import { request } from '../api/request';
import type { ApiObject, Page } from '../api/types';
import classes from './SelectionBar.module.css';
import { mostAtOnce } from './useRows';

const BulkEdit = lazy(async () => ({ default: (await import('./BulkEdit')).BulkEdit }));
const BulkTags = lazy(async () => ({ default: (await import('./BulkTags')).BulkTags }));
const BulkDelete = lazy(async () => ({ default: (await import('./BulkDelete')).BulkDelete }));

/** Objects asked for at a time to learn their ids. */
const idsAtATime = 1000;

export interface SelectionBarProps {
  model: Model;
  description: Description;
  query: URLSearchParams;
  count: number;
  selected: ReadonlySet<string>;
  nameOf(id: string): string;
  onSelect(ids: string[], isSelected: boolean): void;
  /** Objects that were read, with what they are called. */
  onRows(objects: ApiObject[]): void;
  onClear(): void;
}

/** What can be done with the rows that are chosen. */
export function SelectionBar({
  model,
  description,
  query,
  count,
  selected,
  nameOf,
  onSelect,
  onRows,
  onClear,
}: SelectionBarProps) {
  const [open, setOpen] = useState<'edit' | 'tags' | 'delete'>();
  const all = useMutation({
    mutationFn: async () => {
      const ids: string[] = [];
      while (ids.length < Math.min(count, mostAtOnce)) {
        const asked = new URLSearchParams(query);
        asked.set('limit', String(idsAtATime));
        asked.set('offset', String(ids.length));
        const { data } = await request<Page<ApiObject>>('GET', `/api${model.url}`, { query: asked });
        if (data.results.length === 0) break;
        onRows(data.results);
        ids.push(...data.results.map(({ id }) => String(id)));
      }
      return ids.slice(0, mostAtOnce);
    },
    onSuccess: (ids) => onSelect(ids, true),
  });
  const shared = {
    model,
    description,
    ids: [...selected],
    nameOf,
    onClose: () => setOpen(undefined),
    onDone: () => {
      setOpen(undefined);
      onClear();
    },
  };
  return (
    <div className={classes.bar} role="toolbar" aria-label="What is selected">
      <CloseButton size="sm" aria-label="Select nothing" onClick={onClear} />
      <span className={classes.count}>{selected.size.toLocaleString('en')} selected</span>
      {selected.size < Math.min(count, mostAtOnce) && (
        <Button variant="subtle" size="compact-xs" loading={all.isPending} onClick={() => all.mutate()}>
          Select{' '}
          {count > mostAtOnce ? `the first ${mostAtOnce.toLocaleString('en')}` : `all ${count.toLocaleString('en')}`}
        </Button>
      )}
      <span className={classes.actions}>
        {model.may.includes('change') && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen('edit')}>
            Edit
          </Button>
        )}
        {model.may.includes('change') && description.field('tags') && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen('tags')}>
            Tags
          </Button>
        )}
        {model.may.includes('delete') && (
          <Button size="compact-sm" variant="default" c="var(--mantine-color-error)" onClick={() => setOpen('delete')}>
            Delete
          </Button>
        )}
      </span>
      <Suspense>
        {open === 'edit' && <BulkEdit {...shared} />}
        {open === 'tags' && <BulkTags {...shared} />}
        {open === 'delete' && <BulkDelete {...shared} />}
      </Suspense>
    </div>
  );
}
