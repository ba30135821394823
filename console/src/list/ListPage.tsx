import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError, messageOf } from '../api/apiError';
import { useConfig, useSetConfig } from '../api/config';
import { useCustomFields } from '../api/customFields';
import { type Description, descriptionQuery, useDescription } from '../api/description';
import { capitalized, type Model } from '../api/models';
import type { ApiObject } from '../api/types';
import { Icon } from '../components/Icon';
import { Notice } from '../components/Notice';
import { PageHeader } from '../components/PageHeader';
import { PageSkeleton } from '../components/PageSkeleton';
import { pagesOf } from '../pages/registry';
import { useSignKeys } from '../shell/useSignKeys';
import { ColumnsMenu } from './ColumnsMenu';
import { customPrefix, useColumns } from './columns';
import { ExportMenu } from './ExportMenu';
import { FilterBar } from './FilterBar';
import { Grid } from './Grid';
import classes from './ListPage.module.css';
import { useListState } from './useListState';
import { rowsQuery, useRows } from './useRows';
import { ViewsMenu } from './ViewsMenu';

const Peek = lazy(async () => ({ default: (await import('./Peek')).Peek }));
const SelectionBar = lazy(async () => ({ default: (await import('./SelectionBar')).SelectionBar }));

/** The list of a model. It does not suspend until that is described, for React would show it 300 ms later. */
export function ListPage({ model }: { model: Model }) {
  const state = useListState();
  const rows = rowsQuery(model, state.query, 0);
  const client = useQueryClient();
  // Rows are on their way while the server says what columns there are.
  if (!viewOf(model, state.view) && !client.getQueryState(rows.queryKey)) void client.prefetchQuery(rows);
  const { data: description } = useQuery({
    ...descriptionQuery(model),
    throwOnError: (_error, { state: known }) => known.data === undefined,
  });
  return description ? <DescribedList model={model} description={description} /> : <PageSkeleton />;
}

/** The way of looking at a list that was chosen, or that its model has first; none is the table. */
function viewOf(model: Model, chosen: string | undefined) {
  const { listViews = [], isDefaultView } = pagesOf(model);
  const name = chosen ?? (isDefaultView ? listViews[0]?.name : undefined);
  return listViews.find((one) => one.name === name);
}

function DescribedList({ model, description }: { model: Model; description: Description }) {
  const own = pagesOf(model);
  const state = useListState();
  const views = own.listViews ?? [];
  const first = own.isDefaultView ? views[0]?.name : undefined;
  const view = viewOf(model, state.view);
  const navigate = useNavigate();
  useSignKeys({ a: () => model.may.includes('add') && navigate('add/') });
  return (
    <div className={classes.page}>
      <PageHeader title={capitalized(model.plural)} after={<Favorite path={model.url} label={model.plural} />}>
        {views.length > 0 && (
          <SegmentedControl
            size="xs"
            aria-label="View"
            value={view?.name ?? 'table'}
            data={[{ value: 'table', label: 'Table' }, ...views.map(({ name, label }) => ({ value: name, label }))]}
            onChange={(value) => state.setView(value === (first ?? 'table') ? undefined : value)}
          />
        )}
        {model.may.includes('add') && (
          <Button component={Link} to="add/" leftSection={<Icon name="add" size={14} />} aria-keyshortcuts="a">
            Add
          </Button>
        )}
      </PageHeader>
      <div className={classes.toolbar}>
        <FilterBar model={model} description={description} filters={state.filters} onChange={state.setFilters} />
        {!view && <Tools model={model} />}
      </div>
      <Suspense fallback={<PageSkeleton />}>
        {view ? <view.component model={model} filters={state.filters} /> : <ListTable model={model} />}
      </Suspense>
    </div>
  );
}

/** Puts a page at the top of the navigation. */
export function Favorite({ path, label }: { path: string; label: string }) {
  const { favorites = [] } = useConfig();
  const setConfig = useSetConfig();
  const isOne = favorites.includes(path);
  const words = isOne ? `Take ${label} out of the favorites` : `Keep ${label} among the favorites`;
  return (
    <Tooltip label={words}>
      <ActionIcon
        size="sm"
        aria-label={words}
        aria-pressed={isOne}
        color={isOne ? 'brass' : 'gray'}
        onClick={() =>
          setConfig(({ favorites: known = [] }) => {
            const others = known.filter((one) => one !== path);
            return { favorites: isOne ? others : [...others, path] };
          })
        }
      >
        <Icon name="star" size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

function ListTable({ model }: { model: Model }) {
  const state = useListState();
  const description = useDescription(model);
  const columns = useColumns(model, description);
  const { query } = state;
  const [selected, setSelected] = useState<ReadonlySet<string>>(nothing);
  const names = useRef(new Map<string, string>());
  const select = useCallback((ids: string[], isSelected: boolean) => {
    setSelected((known) => {
      const next = new Set(known);
      for (const id of ids) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const remember = useCallback((objects: ApiObject[]) => {
    for (const { id, display } of objects) names.current.set(String(id), display);
  }, []);
  const [peeked, setPeeked] = useState<ApiObject>();
  const head = useRows(model, query, 0, 0);
  if (head.error instanceof ApiError && head.count === undefined)
    return <Notice title="This list cannot be shown">{messageOf(head.error)}</Notice>;
  const { count } = head;
  if (count === undefined) return <PageSkeleton />;
  if (count === 0) return <NothingThere model={model} isFiltered={String(state.filters) !== ''} />;
  return (
    <>
      <Grid
        label={capitalized(model.plural)}
        columns={columns.columns}
        count={count}
        model={model}
        query={query}
        sort={state.sort}
        onSort={model.tree ? undefined : state.setSort}
        onResize={columns.resize}
        selected={model.may.includes('change') || model.may.includes('delete') ? selected : undefined}
        onSelect={select}
        onRows={remember}
        onPeek={setPeeked}
        isBusy={peeked !== undefined}
      />
      <footer className={classes.footer} aria-live="polite">
        {selected.size === 0 ? (
          `${count.toLocaleString('en')} ${count === 1 ? model.title : model.plural}`
        ) : (
          <Suspense fallback={`${selected.size.toLocaleString('en')} selected`}>
            <SelectionBar
              model={model}
              description={description}
              query={query}
              count={count}
              selected={selected}
              nameOf={(id) => names.current.get(id) ?? id}
              onSelect={select}
              onRows={remember}
              onClear={() => setSelected(nothing)}
            />
          </Suspense>
        )}
      </footer>
      <Suspense>{peeked && <Peek model={model} object={peeked} onClose={() => setPeeked(undefined)} />}</Suspense>
    </>
  );
}

const nothing: ReadonlySet<string> = new Set();

function NothingThere({ model, isFiltered }: { model: Model; isFiltered: boolean }) {
  const navigate = useNavigate();
  if (isFiltered)
    return (
      <Notice
        icon="search"
        title={`No ${model.plural} match`}
        action={{ label: 'Clear the filters', run: () => navigate(model.url) }}
      >
        The filters leave nothing over.
      </Notice>
    );
  return (
    <Notice
      icon="table"
      title={`No ${model.plural} yet`}
      {...(model.may.includes('add') ? { action: { label: `Add ${model.title}`, run: () => navigate('add/') } } : {})}
    />
  );
}

function Tools({ model }: { model: Model }) {
  const state = useListState();
  const description = useDescription(model);
  const columns = useColumns(model, description);
  const custom = useCustomFields(model).map(({ field }) => ({
    name: `${customPrefix}${field.name}`,
    label: field.label,
  }));
  return (
    <div className={classes.tools}>
      <ViewsMenu model={model} search={state.search} />
      <ColumnsMenu columns={columns} description={description} customFields={custom} />
      <ExportMenu model={model} query={state.query} filters={state.filters} />
    </div>
  );
}
