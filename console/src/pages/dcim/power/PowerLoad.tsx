import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { messageOf } from '../../../api/apiError';
import { CableLine } from '../../../cabling/CableLine';
import { Icon } from '../../../components/Icon';
import { Named } from '../../../components/Named';
import { Notice } from '../../../components/Notice';
import { StatusBadge } from '../../../components/StatusBadge';
import type { ObjectProps } from '../../registration';
import { type Feed, loadOf, type Outlet, useFeeds } from './feeds';
import classes from './PowerLoad.module.css';

/** Percent of what may be drawn from which on a bar warns. */
export const near = 80;

/** The feeds of a power panel, down to what takes power at each outlet. */
export function PanelLoad({ object }: ObjectProps) {
  return <Loads argument="power_panel" id={String(object.id)} none="This panel has no feeds" />;
}

/** The feeds that lead into a rack. */
export function RackLoad({ object }: ObjectProps) {
  return <Loads argument="rack" id={String(object.id)} none="No power feed leads into this rack" />;
}

/** What hangs on one feed. */
export function FeedLoad({ object }: ObjectProps) {
  return <Loads argument="id" id={String(object.id)} none="There is no such feed" />;
}

function Loads({ argument, id, none }: { argument: 'id' | 'power_panel' | 'rack'; id: string; none: string }) {
  const { feeds, error } = useFeeds(argument, id);
  if (error) return <Notice title="The load cannot be shown">{messageOf(error)}</Notice>;
  if (!feeds)
    return (
      <div className={classes.page} aria-busy="true">
        <Skeleton height={150} radius="lg" />
        <Skeleton height={150} radius="lg" />
      </div>
    );
  if (feeds.length === 0) return <Notice icon="chart" title={none} />;
  return (
    <div className={classes.page}>
      {feeds.map((feed) => (
        <FeedCard key={feed.id} feed={feed} />
      ))}
    </div>
  );
}

function FeedCard({ feed }: { feed: Feed }) {
  const load = loadOf(feed);
  const used = load.outlets.filter(({ port }) => port);
  return (
    <section className={classes.feed} aria-label={feed.name}>
      <div className={classes.head}>
        <div className={classes.name}>
          <Link to={`/dcim/power-feeds/${feed.id}/`}>
            <Named text={feed.name} />
          </Link>
          {feed.status && <StatusBadge {...feed.status} />}
          {feed.type === 'REDUNDANT' && <span className={classes.quiet}>redundant</span>}
        </div>
        <div className={classes.quiet}>
          {feed.voltage} V · {feed.amperage} A · {feed.phase === 'THREE_PHASE' ? 'three phases' : 'one phase'} ·{' '}
          {feed.supply}
        </div>
      </div>
      <Bar watts={load.allocated} most={load.maximum} available={feed.available_power} limit={feed.max_utilization} />
      {load.legs.length > 1 && (
        <div className={classes.legs}>
          {load.legs.map(([leg, watts]) => (
            <span key={leg}>
              Leg {leg} <strong>{watts.toLocaleString('en')} W</strong>
            </span>
          ))}
        </div>
      )}
      <div className={classes.way}>
        {feed.power_panel && (
          <Link to={`/dcim/power-panels/${feed.power_panel.id}/`}>
            <Named text={feed.power_panel.display} />
          </Link>
        )}
        <Icon name="chevronRight" size={12} />
        <Link to={`/dcim/power-feeds/${feed.id}/`}>
          <Named text={feed.name} />
        </Link>
        <Icon name="chevronRight" size={12} />
        {feed.cable && <CableLine cable={feed.cable} />}
        {load.inlet ? (
          <>
            <Icon name="chevronRight" size={12} />
            {load.inlet.device && (
              <Link to={`/dcim/devices/${load.inlet.device.id}/`}>
                <Named text={load.inlet.device.display} />
              </Link>
            )}
            <Link to={`/dcim/power-ports/${load.inlet.id}/`} data-pl="mono">
              <Named text={load.inlet.name} />
            </Link>
          </>
        ) : (
          <span className={classes.quiet}>nothing is plugged in</span>
        )}
      </div>
      {load.outlets.length > 0 && (
        <details open={used.length <= 12}>
          <summary>
            {used.length} of {load.outlets.length} outlets in use
          </summary>
          <ul className={classes.outlets}>
            {load.outlets.map((outlet) => (
              <OutletLine key={outlet.id} outlet={outlet} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function OutletLine({ outlet: { id, name, leg, port } }: { outlet: Outlet }) {
  const color = port?.device?.role?.color;
  return (
    <li
      data-free={port === undefined || undefined}
      style={color === undefined ? undefined : ({ '--color': `#${color}` } as React.CSSProperties)}
    >
      <Link to={`/dcim/power-outlets/${id}/`} data-pl="mono">
        <Named text={name} />
      </Link>
      {leg !== null && <small>{leg}</small>}
      {port ? (
        <>
          <span className={classes.taker}>
            {port.device && (
              <Link to={`/dcim/devices/${port.device.id}/`}>
                <Named text={port.device.display} />
              </Link>
            )}
          </span>
          <span className={classes.watts} title={`${port.name}: at most ${port.most} W`}>
            {port.watts.toLocaleString('en')} W
          </span>
        </>
      ) : (
        <span className={classes.quiet}>free</span>
      )}
    </li>
  );
}

function Bar({ watts, most, available, limit }: { watts: number; most: number; available: number; limit: number }) {
  const percent = available > 0 ? Math.round((100 * watts) / available) : 0;
  const peak = available > 0 ? Math.round((100 * most) / available) : 0;
  const width = (value: number) => `${Math.min(100, Math.max(0, value))}%`;
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot show two values. */}
      <div
        className={classes.bar}
        role="meter"
        aria-label="Load"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, percent)}
        aria-valuetext={`${watts} of ${available} watts`}
        data-state={percent > 100 ? 'over' : percent >= near ? 'near' : undefined}
      >
        <div className={classes.peak} style={{ width: width(peak) }} />
        <div className={classes.load} style={{ width: width(percent) }} />
      </div>
      <div className={classes.words}>
        <span>
          <strong>{watts.toLocaleString('en')} W</strong> set aside of {available.toLocaleString('en')} W ({limit} % of
          the feed)
        </span>
        <span>
          {percent} %{most > watts && `, at most ${peak} %`}
        </span>
      </div>
    </div>
  );
}
