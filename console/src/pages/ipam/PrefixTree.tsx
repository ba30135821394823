import { ActionIcon, Button, Loader, Switch } from '@mantine/core';
import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '../../api/apiError';
import { useConfig, useSetConfig } from '../../api/config';
import type { Model } from '../../api/models';
import { Icon } from '../../components/Icon';
import { Named } from '../../components/Named';
import { Notice } from '../../components/Notice';
import { nameOf } from '../../components/ObjectLink';
import { PageSkeleton } from '../../components/PageSkeleton';
import { isColored, StatusBadge } from '../../components/StatusBadge';
import { useKeptState } from '../../components/usePlace';
import { useTreeGrid } from '../../components/useTreeGrid';
import type { ListProps, ObjectProps } from '../registration';
import { type Level, levelQuery, outermostQuery, type Prefix } from './levels';
import { sizeOf, sizeWords } from './networks';
import classes from './PrefixTree.module.css';
import { TakeFree, TakeNext } from './TakeMenu';
import { type TreeRow, treeRows } from './treeRows';
import { Utilization } from './Utilization';
import { useTake } from './useTake';

/** Pixels of a row. */
const rowHeight = 36;

const none: ReadonlySet<string> = new Set();

/** The list of prefixes as the tree they are. */
export function PrefixTreeView({ model, filters }: ListProps) {
  const top = useQuery(outermostQuery(model, filters));
  return <Tree model={model} top={top} root={undefined} />;
}

/** What is in a prefix, and the space between. */
export function PrefixInside({ model, object }: ObjectProps) {
  const root = object as Prefix;
  const top = useQuery(levelQuery(model, root.id));
  return (
    <div className={classes.within}>
      <Tree model={model} top={top} root={root} />
    </div>
  );
}

function Tree({ model, top, root }: { model: Model; top: UseQueryResult<Level>; root: Prefix | undefined }) {
  const config = useConfig();
  const setConfig = useSetConfig();
  const showsFree = (config.prefixTree as { free?: boolean } | undefined)?.free ?? true;
  const [open, setOpen] = useKeptState<ReadonlySet<string>>('open prefixes', none);
  const client = useQueryClient();
  const navigate = useNavigate();
  const taking = useTake('ipam.prefix');
  const ids = [...open];
  const levels = useQueries({ queries: ids.map((id) => levelQuery(model, id)) });
  const byId = new Map(ids.map((id, index) => [id, levels[index]?.data]));
  const rows = top.data ? treeRows(top.data, root, open, (id) => byId.get(id), showsFree) : [];
  const toggle = (id: string, isOpen?: boolean) =>
    setOpen((known) => {
      const next = new Set(known);
      if (isOpen ?? !known.has(id)) next.add(id);
      else next.delete(id);
      return next;
    });
  const mayAdd = model.may.includes('add');
  const take = (row: Extract<TreeRow, { kind: 'free' }>, prefix: string) =>
    taking.take(`/api${model.url}`, { prefix, namespace: row.parent.namespace.id });
  const enter = (row: TreeRow) => {
    if (row.kind === 'prefix') navigate(`${model.url}${row.prefix.id}/`);
    if (row.kind === 'more') navigate(tableOf(model, row.query));
    if (row.kind === 'free' && mayAdd && taking.isReady) take(row, row.text);
  };
  const grid = useTreeGrid({
    name: 'prefixes',
    rows: rows.map((row) => ({
      key: row.key,
      depth: row.depth,
      isOpen: row.kind === 'prefix' && row.mayOpen ? row.isOpen : undefined,
    })),
    rowHeight,
    overscan: 12,
    onToggle: (index) => toggle(rows[index]!.key),
    onEnter: (index) => enter(rows[index]!),
  });
  const only =
    rows.length > 0 && root === undefined && top.data?.prefixes.length === 1 ? top.data.prefixes[0] : undefined;
  const opened = useRef(false);
  useEffect(() => {
    if (!only || opened.current) return;
    opened.current = true;
    // Whoever comes back finds what they had opened.
    setOpen((known) => (known === none ? new Set([only.id]) : known));
  }, [only, setOpen]);
  if (top.error) return <Notice title="The tree cannot be shown">{messageOf(top.error)}</Notice>;
  if (!top.data) return <PageSkeleton />;
  if (rows.length === 0)
    return (
      <Notice icon="tree" title={root ? 'Nothing in it' : 'No prefixes'}>
        {root ? 'No other prefix is in this one, and no space is free.' : 'None is there, or none matches.'}
      </Notice>
    );
  return (
    <>
      <div className={classes.tools}>
        <Switch
          size="xs"
          label="Free space"
          checked={showsFree}
          onChange={({ currentTarget }) => setConfig({ prefixTree: { free: currentTarget.checked } })}
        />
        <span className={classes.spring} />
        {root && mayAdd && (
          <TakeNext
            block={{ version: root.ip_version, length: root.prefix_length }}
            text={root.prefix}
            disabled={!taking.isReady}
            onTake={(prefix_length) => taking.take(`/api${model.url}${root.id}/available-prefixes/`, { prefix_length })}
          />
        )}
        {open.size > 0 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setOpen(new Set())}>
            Close all
          </Button>
        )}
      </div>
      <div
        ref={grid.scroller}
        className={classes.tree}
        role="treegrid"
        aria-label={root ? `In ${root.prefix}` : 'Prefixes'}
        aria-rowcount={rows.length}
        onKeyDown={grid.onKeyDown}
      >
        <div style={{ height: grid.virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {grid.virtual.getVirtualItems().map(({ index, start, key }) => {
            const row = rows[index]!;
            return (
              <div
                key={key}
                role="row"
                {...grid.rowProps(index)}
                data-kind={row.kind}
                className={classes.row}
                style={{ transform: `translateY(${start}px)`, '--depth': row.depth } as React.CSSProperties}
                aria-level={row.depth + 1}
                aria-rowindex={index + 1}
              >
                <Row
                  row={row}
                  model={model}
                  isActive={grid.isCurrent(index)}
                  mayAdd={mayAdd}
                  isReady={taking.isReady}
                  onToggle={toggle}
                  onNear={(id) => void client.prefetchQuery(levelQuery(model, id))}
                  onTake={take}
                  onTakeNext={(prefix, prefix_length) => {
                    toggle(prefix.id, true);
                    taking.take(`/api${model.url}${prefix.id}/available-prefixes/`, { prefix_length });
                  }}
                />
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

/** Where what a query finds is a table. */
const tableOf = (model: Model, query: string): string => `${model.url}?${query}&view=table`;

function Row({
  row,
  model,
  isActive,
  mayAdd,
  isReady,
  onToggle,
  onNear,
  onTake,
  onTakeNext,
}: {
  row: TreeRow;
  model: Model;
  isActive: boolean;
  mayAdd: boolean;
  isReady: boolean;
  onToggle: (id: string) => void;
  onNear: (id: string) => void;
  onTake: (row: Extract<TreeRow, { kind: 'free' }>, prefix: string) => void;
  onTakeNext: (prefix: Prefix, length: number) => void;
}) {
  const tabIndex = isActive ? 0 : -1;
  const shortcut = useMemo(
    () =>
      row.kind === 'prefix'
        ? [row.prefix.role, row.prefix.status].flatMap((one) =>
            isColored(one) ? [{ name: one.display, color: one.color }] : [],
          )
        : [],
    [row],
  );
  if (row.kind === 'namespace')
    return (
      <span role="gridcell" className={classes.namespace}>
        <Named text={row.name} />
      </span>
    );
  if (row.kind === 'gaps')
    return (
      <span role="gridcell" className={classes.first}>
        <span className={classes.toggle} />
        <span className={classes.quiet}>
          {row.left === 1 ? '1 more is' : `${row.left.toLocaleString('en')} more are`} between the free blocks from here
          on
        </span>
      </span>
    );
  if (row.kind === 'more')
    return (
      <span role="gridcell" className={classes.first}>
        <span className={classes.toggle} />
        <Link to={tableOf(model, row.query)} tabIndex={tabIndex}>
          {row.left.toLocaleString('en')} more, as a table
        </Link>
      </span>
    );
  if (row.kind === 'free')
    return (
      <>
        <span role="gridcell" className={classes.first}>
          <span className={classes.hole} aria-hidden="true" />
          <span data-pl="mono" className={classes.freeName}>
            {row.text}
          </span>
        </span>
        <span role="gridcell" className={classes.words}>
          Free · {sizeWords(sizeOf(row.block))}
        </span>
        <span role="gridcell" className={classes.last}>
          {mayAdd && (
            <TakeFree
              block={row.block}
              text={row.text}
              disabled={!isReady}
              tabIndex={tabIndex}
              onTake={(prefix) => onTake(row, prefix)}
            />
          )}
        </span>
      </>
    );
  const { prefix, use } = row;
  return (
    <>
      <span role="gridcell" className={classes.first}>
        {row.mayOpen ? (
          <ActionIcon
            size={20}
            className={classes.toggle!}
            tabIndex={-1}
            aria-label={`${row.isOpen ? 'Close' : 'Open'} ${prefix.prefix}`}
            onPointerEnter={() => onNear(prefix.id)}
            onClick={() => onToggle(prefix.id)}
          >
            {row.isLoading ? (
              <Loader size={10} />
            ) : (
              <Icon name={row.isOpen ? 'chevronDown' : 'chevronRight'} size={12} />
            )}
          </ActionIcon>
        ) : (
          <span className={classes.toggle} />
        )}
        <Link to={`${model.url}${prefix.id}/`} data-pl="mono" className={classes.name} tabIndex={tabIndex}>
          {prefix.prefix}
        </Link>
        {prefix.type.value !== 'network' && <span className={classes.type}>{prefix.type.label}</span>}
      </span>
      <span role="gridcell" className={classes.words}>
        {prefix.description !== '' ? (
          <Named text={prefix.description} />
        ) : (
          <span className={classes.quiet}>
            {[prefix.location, prefix.tenant]
              .flatMap((one) => (one ? [nameOf(one)] : []))
              .map((name, index) => (
                <span key={name}>
                  {index > 0 && ' · '}
                  <Named text={name} />
                </span>
              ))}
          </span>
        )}
      </span>
      <span role="gridcell" className={classes.badges}>
        {shortcut.map((one) => (
          <StatusBadge key={one.name} name={one.name} color={one.color} />
        ))}
      </span>
      <span role="gridcell" className={classes.counts}>
        {use && use.prefix_count > 0 && (
          <span>{use.prefix_count === 1 ? '1 prefix' : `${use.prefix_count.toLocaleString('en')} prefixes`}</span>
        )}
        {use && use.ip_address_count > 0 && (
          <Link to={`${model.url}${prefix.id}/map/`} tabIndex={tabIndex}>
            {use.ip_address_count.toLocaleString('en')} {use.ip_address_count === 1 ? 'address' : 'addresses'}
          </Link>
        )}
      </span>
      <span role="gridcell" className={classes.use}>
        {use && <Utilization value={use.utilization} label={`Utilisation of ${prefix.prefix}`} />}
      </span>
      <span role="gridcell" className={classes.last}>
        {mayAdd && (
          <TakeNext
            block={{ version: prefix.ip_version, length: prefix.prefix_length }}
            text={prefix.prefix}
            disabled={!isReady}
            tabIndex={tabIndex}
            onTake={(length) => onTakeNext(prefix, length)}
          />
        )}
      </span>
    </>
  );
}
