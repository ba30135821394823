import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '../../../api/apiError';
import { type Everything, useEverything } from '../../../api/everything';
import { type Model, useModels } from '../../../api/models';
import { Icon } from '../../../components/Icon';
import { Named } from '../../../components/Named';
import { Notice } from '../../../components/Notice';
import { PageSkeleton } from '../../../components/PageSkeleton';
import { isColored, StatusBadge } from '../../../components/StatusBadge';
import { useKeptState } from '../../../components/usePlace';
import { useTreeGrid } from '../../../components/useTreeGrid';
import type { ListProps, ObjectProps } from '../../registration';
import classes from './LocationTree.module.css';
import { type Branch, branchOf, counted, locationsQuery, pruned, seen, treeOf } from './locationTree';

/** Pixels of a row. */
const rowHeight = 34;
/** So few that all of them are shown at first. */
const few = 60;
/** Levels that are open at first, of more. */
const opened = 2;

const none: ReadonlySet<string> = new Set();

/** The list of locations as the tree they are, with what is in each and below. */
export function LocationTreeView({ model, filters }: ListProps) {
  const all = useQuery(locationsQuery(model, ''));
  const wanted = String(filters);
  const found = useQuery({ ...locationsQuery(model, wanted), enabled: wanted !== '' });
  const branches = useMemo(() => {
    if (!all.data || (wanted !== '' && !found.data)) return undefined;
    const tree = treeOf(all.data.results);
    return found.data && wanted !== '' ? pruned(tree, new Set(found.data.results.map(({ id }) => id))) : tree;
  }, [all.data, found.data, wanted]);
  const error = all.error ?? found.error;
  if (error) return <Notice title="The tree cannot be shown">{messageOf(error)}</Notice>;
  if (!branches) return <PageSkeleton />;
  return <Tree model={model} branches={branches} isWhole={wanted === ''} left={leftOf(all.data)} query={wanted} />;
}

/** How many locations are there beside those that were read. */
const leftOf = (read: Everything<unknown> | undefined): number => (read ? read.count - read.results.length : 0);

/** Everything below a location. */
export function LocationInside({ model, object }: ObjectProps) {
  const query = `subtree=${object.id}`;
  const all = useQuery(locationsQuery(model, query));
  const branch = useMemo(
    () => all.data && branchOf(treeOf(all.data.results), String(object.id)),
    [all.data, object.id],
  );
  if (all.error) return <Notice title="The tree cannot be shown">{messageOf(all.error)}</Notice>;
  if (!all.data) return <PageSkeleton />;
  if (!branch) return <Notice icon="tree" title="This location is not in the tree" />;
  return (
    <div className={classes.within}>
      <Tree model={model} branches={[branch]} isWhole={false} left={leftOf(all.data)} query={query} />
    </div>
  );
}

interface TreeProps {
  model: Model;
  branches: Branch[];
  isWhole: boolean;
  /** How many locations there are beside those that the branches were made of. */
  left: number;
  /** What finds all of them in the list. */
  query: string;
}

function Tree({ model, branches, isWhole, left, query }: TreeProps) {
  const models = useModels();
  const navigate = useNavigate();
  const base = branches[0]?.depth ?? 0;
  const [toggled, setToggled] = useKeptState('toggled locations', none);
  const count = countOf(branches);
  const startsOpen = (branch: Branch) => !isWhole || count <= few || branch.depth - base < opened;
  const isOpen = (branch: Branch) => toggled.has(branch.location.id) !== startsOpen(branch);
  const rows = seen(branches, isOpen);
  const statuses = useNames('extras.status', { content_types: model.label });
  const types = useNames('dcim.locationtype', {});
  const toggle = ({ location: { id } }: Branch) =>
    setToggled((known) => {
      const next = new Set(known);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const grid = useTreeGrid({
    name: 'locations',
    rows: rows.map((branch) => ({
      key: branch.location.id,
      depth: branch.depth,
      isOpen: branch.children.length > 0 ? isOpen(branch) : undefined,
    })),
    rowHeight,
    overscan: 16,
    onToggle: (index) => toggle(rows[index]!),
    onEnter: (index) => void navigate(`${model.url}${rows[index]!.location.id}/`),
  });
  if (rows.length === 0)
    return (
      <Notice icon="tree" title={isWhole ? 'No locations yet' : 'No locations match'}>
        {isWhole && model.may.includes('add') && (
          <Button component={Link} to={`${model.url}add/`} variant="default">
            Add location
          </Button>
        )}
      </Notice>
    );
  const columns = counted.filter((one) => models.find(one.model)?.may.includes('view'));
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows within. */}
      <div className={classes.box} ref={grid.scroller} onKeyDown={grid.onKeyDown}>
        <div
          role="treegrid"
          aria-label="Locations"
          aria-rowcount={rows.length + 1}
          className={classes.tree}
          style={{ '--columns': columns.length } as React.CSSProperties}
        >
          <div role="row" aria-rowindex={1} tabIndex={-1} className={classes.head}>
            <div role="columnheader">Location</div>
            <div role="columnheader">Type</div>
            <div role="columnheader">Status</div>
            {columns.map(({ field, label }) => (
              <div role="columnheader" key={field} className={classes.number}>
                {label}
              </div>
            ))}
          </div>
          <div role="rowgroup" style={{ position: 'relative', height: grid.virtual.getTotalSize() }}>
            {grid.virtual.getVirtualItems().map(({ index, key, start }) => {
              const branch = rows[index]!;
              const { location, totals } = branch;
              const status = statuses.get(String(location.status?.id));
              const hasChildren = branch.children.length > 0;
              return (
                <div
                  key={key}
                  role="row"
                  {...grid.rowProps(index)}
                  className={classes.row}
                  aria-rowindex={index + 2}
                  aria-level={branch.depth - base + 1}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <div
                    role="gridcell"
                    className={classes.name}
                    style={{ paddingLeft: `${(branch.depth - base) * 1.15}rem` }}
                  >
                    {hasChildren ? (
                      <ActionIcon
                        size="xs"
                        tabIndex={-1}
                        aria-label={`${isOpen(branch) ? 'Close' : 'Open'} ${location.name}`}
                        className={classes.toggle}
                        data-open={isOpen(branch) || undefined}
                        onClick={() => toggle(branch)}
                      >
                        <Icon name="chevronRight" size={12} />
                      </ActionIcon>
                    ) : (
                      <span className={classes.leaf} />
                    )}
                    <Link to={`${model.url}${location.id}/`} tabIndex={-1}>
                      <Named text={location.name} />
                    </Link>
                  </div>
                  <div role="gridcell" className={classes.quiet}>
                    <Named text={String(types.get(String(location.location_type.id))?.name ?? '')} />
                  </div>
                  <div role="gridcell">
                    {isColored(status) && <StatusBadge name={status.display} color={status.color} />}
                  </div>
                  {columns.map((column) => (
                    <div role="gridcell" key={column.field} className={classes.number}>
                      <Count
                        to={`${models.find(column.model)?.url}?location=${location.id}`}
                        total={totals[column.field]}
                        words={`${totals[column.field].toLocaleString('en')} ${column.label.toLowerCase()} at or below ${location.name}`}
                      />
                    </div>
                  ))}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      <footer className={classes.footer}>
        <span>
          {count.toLocaleString('en')} {count === 1 ? model.title : model.plural}
          {left > 0 && (
            <>
              {` are drawn, with what is in them; ${left.toLocaleString('en')} more are not. `}
              <Link to={`${model.url}?${query === '' ? '' : `${query}&`}view=table`}>All of them as a table</Link>
            </>
          )}
        </span>
      </footer>
    </>
  );
}

const countOf = (branches: readonly Branch[]): number =>
  branches.reduce((sum, { children }) => sum + 1 + countOf(children), 0);

function Count({ to, total, words }: { to: string; total: number; words: string }) {
  if (total === 0) return <span className={classes.zero}>–</span>;
  return (
    <Link to={to} tabIndex={-1} aria-label={words}>
      {total.toLocaleString('en')}
    </Link>
  );
}

/** Objects of a small model by id. */
function useNames(label: string, query: Record<string, string>) {
  const model = useModels().find(label);
  const { data } = useEverything(model, { ...query, depth: 0 });
  return useMemo(() => new Map((data?.results ?? []).map((one) => [String(one.id), one])), [data]);
}
