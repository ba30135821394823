import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '../../api/apiError';
import { useModels } from '../../api/models';
import { request } from '../../api/request';
import { Named } from '../../components/Named';
import { Notice } from '../../components/Notice';
import { PageSkeleton } from '../../components/PageSkeleton';
import { StatusBadge } from '../../components/StatusBadge';
import type { ObjectProps } from '../registration';
import classes from './VlanGrid.module.css';

interface Vlan {
  id: string;
  vid: number;
  name: string;
  status: { name: string; color: string } | null;
  role: { name: string } | null;
  tenant: { name: string } | null;
  prefixes: { id: string; prefix: string }[];
}

/** VIDs of a row, and the highest one there is. */
const [columns, highest] = [32, 4094];

const question = `query ($group: [String]) {
  vlans(vlan_group: $group) {
    id vid name status { name color } role { name } tenant { name } prefixes { id prefix }
  }
}`;

/** A VLAN group as the grid of its VIDs; stretches in which none is taken are folded. */
export function VlanGrid({ object }: ObjectProps) {
  const model = useModels().find('ipam.vlan');
  const { data, error } = useQuery({
    queryKey: ['objects', '/ipam/vlans/', 'grid', object.id],
    enabled: model !== undefined,
    queryFn: async ({ signal }) => {
      const answer = await request<{ data: { vlans: Vlan[] } }>('POST', '/api/graphql/', {
        body: { query: question, variables: { group: [object.id] } },
        signal,
      });
      return answer.data.data.vlans;
    },
  });
  const byVid = useMemo(() => new Map((data ?? []).map((vlan) => [vlan.vid, vlan])), [data]);
  const [chosen, setChosen] = useState(1);
  const [isWhole, setWhole] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const folded = useMemo(() => foldedRows(byVid, isWhole), [byVid, isWhole]);
  if (!model) return <Notice title="You may not see VLANs" />;
  if (error) return <Notice title="The grid cannot be shown">{messageOf(error)}</Notice>;
  if (!data) return <PageSkeleton />;
  const mayAdd = model.may.includes('add');
  const addPath = (vid: number) => `${model.url}add/?vid=${vid}&vlan_group=${object.id}`;
  const go = (vid: number) => {
    const next = Math.max(1, Math.min(highest, vid));
    setChosen(next);
    if (!grid.current?.querySelector(`[data-vid="${next}"]`)) setWhole(true);
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-vid="${next}"]`)?.focus());
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const keys = new Map<string, () => void>([
      ['ArrowRight', () => go(chosen + 1)],
      ['ArrowLeft', () => go(chosen - 1)],
      ['ArrowDown', () => go(chosen + columns)],
      ['ArrowUp', () => go(chosen - columns)],
      ['Home', () => go(1)],
      ['End', () => go(highest)],
      [
        'n',
        () => {
          let vid = chosen + 1;
          while (byVid.has(vid)) vid += 1;
          go(vid);
        },
      ],
      [
        'Enter',
        () => {
          const vlan = byVid.get(chosen);
          if (vlan) navigate(`${model.url}${vlan.id}/`);
          else if (mayAdd) navigate(addPath(chosen));
        },
      ],
    ]);
    const action = keys.get(event.key);
    if (!action || (event.target as HTMLElement).dataset.vid === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const vlan = byVid.get(chosen);
  const hasCell = folded.some((row) => 'first' in row && chosen >= row.first && chosen < row.first + columns);
  return (
    <div className={classes.page}>
      <div className={classes.map}>
        <div className={classes.words}>
          <span>
            {byVid.size.toLocaleString('en')} of {highest.toLocaleString('en')} taken
          </span>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Fold what is free' : 'Show all VIDs'}
          </Button>
        </div>
        <div
          ref={grid}
          role="grid"
          aria-label={`VIDs of ${object.display}`}
          className={classes.grid}
          onKeyDown={press}
          onClick={(event) => {
            const vid = (event.target as HTMLElement).closest<HTMLElement>('[data-vid]')?.dataset.vid;
            if (vid !== undefined) go(Number(vid));
          }}
        >
          {folded.map((row, index) =>
            'first' in row ? (
              <div key={row.first} role="row" className={classes.row}>
                {Array.from({ length: columns }, (_, place) => {
                  const vid = row.first + place;
                  const taken = byVid.get(vid);
                  if (vid < 1 || vid > highest) return <span key={vid} role="gridcell" aria-label="No VID" />;
                  return (
                    <span
                      key={vid}
                      role="gridcell"
                      data-vid={vid}
                      data-taken={taken !== undefined || undefined}
                      className={classes.cell}
                      style={
                        taken?.status ? ({ '--color': `#${taken.status.color}` } as React.CSSProperties) : undefined
                      }
                      tabIndex={vid === chosen || (!hasCell && index === 0 && place === 1) ? 0 : -1}
                      aria-selected={vid === chosen}
                      aria-label={taken ? `${vid}, ${taken.name}` : `${vid}, free`}
                    >
                      {vid}
                    </span>
                  );
                })}
              </div>
            ) : (
              <div key={`fold ${row.from}`} role="row" className={classes.fold}>
                <span role="gridcell">
                  {row.from} – {row.to}: free
                </span>
              </div>
            ),
          )}
        </div>
      </div>
      <aside className={classes.side} aria-label="The chosen VID" aria-live="polite">
        <h2>VLAN {chosen}</h2>
        {vlan ? (
          <>
            <Link to={`${model.url}${vlan.id}/`}>
              <Named text={vlan.name} />
            </Link>
            <div>
              {vlan.status && <StatusBadge name={vlan.status.name} color={vlan.status.color} />}{' '}
              {vlan.role && <Named text={vlan.role.name} />}
            </div>
            {vlan.tenant && (
              <div>
                <Named text={vlan.tenant.name} />
              </div>
            )}
            {vlan.prefixes.map((prefix) => (
              <Link key={prefix.id} to={`/ipam/prefixes/${prefix.id}/`} data-pl="mono">
                {prefix.prefix}
              </Link>
            ))}
          </>
        ) : (
          <>
            <span className={classes.quiet}>Free</span>
            {mayAdd && (
              <Button component={Link} to={addPath(chosen)}>
                Take VID {chosen}
              </Button>
            )}
          </>
        )}
      </aside>
    </div>
  );
}

type Row = { first: number } | { from: number; to: number };

/** Rows of the grid; more than one row without a VLAN becomes a line that says so. */
function foldedRows(byVid: Map<number, Vlan>, isWhole: boolean): Row[] {
  const rows: Row[] = [];
  for (let first = 0; first <= highest; first += columns) {
    const isUsed =
      isWhole || Array.from({ length: columns }, (_, place) => first + place).some((vid) => byVid.has(vid));
    const last = rows.at(-1);
    const to = Math.min(first + columns - 1, highest);
    if (isUsed || first === 0) rows.push({ first });
    else if (last && 'to' in last) last.to = to;
    else rows.push({ from: first, to });
  }
  return rows;
}
