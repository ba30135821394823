import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { messageOf } from '../../../api/apiError';
import { useEverything } from '../../../api/everything';
import { quoted } from '../../../api/graph';
import { Named } from '../../../components/Named';
import { Notice } from '../../../components/Notice';
import { Section } from '../../../components/Section';
import { StatusBadge } from '../../../components/StatusBadge';
import type { ObjectProps } from '../../registration';
import { ElevationBoard } from './ElevationBoard';
import { placed, ranges, unitsTaken } from './places';
import classes from './RackElevation.module.css';
import { type DrawnRack, type Face, useRackContents } from './rackContents';

const faces = ['front', 'rear'] as const;

/** A rack from both sides, what it is reserved for, and what stands in it without a unit. */
export function RackElevation({ object }: ObjectProps) {
  const id = String(object.id);
  const { racks, error } = useRackContents(`id: ${quoted(id)}`);
  const hidden = { front: useOccupied(id, 'front'), rear: useOccupied(id, 'rear') };
  if (error && !racks) return <Notice title="This rack cannot be drawn">{messageOf(error)}</Notice>;
  const rack = racks?.[0];
  if (!rack) return <Drawing units={Number(object.u_height) || 42} />;
  return (
    <div className={classes.columns}>
      <ElevationBoard
        racks={[rack]}
        faces={faces}
        isNamed={false}
        hidden={{ front: unseen(rack, 'front', hidden.front), rear: unseen(rack, 'rear', hidden.rear) }}
      />
      <div className={classes.side}>
        <Section title="Space">
          <dl className={classes.facts}>
            <div>
              <dt>Units taken</dt>
              <dd>
                {unitsTaken(rack)} of {rack.height}
              </dd>
            </div>
            <div>
              <dt>Longest free run</dt>
              <dd>{longestRun(rack)} U</dd>
            </div>
          </dl>
        </Section>
        <Beside rack={rack} />
        {rack.reservations.length > 0 && (
          <Section title="Reservations">
            <ul className={classes.list}>
              {rack.reservations.map((one) => (
                <li key={one.id}>
                  <Link to={`/dcim/rack-reservations/${one.id}/`}>
                    <Named text={one.description} />
                  </Link>
                  <span>
                    {ranges(one.units)
                      .map(([from, to]) => (from === to ? `U${from}` : `U${from}–${to}`))
                      .join(', ')}
                    {one.user !== null && (
                      <>
                        {' · '}
                        <Named text={one.user} />
                      </>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </div>
  );
}

function Beside({ rack }: { rack: DrawnRack }) {
  const inUnits = new Set(placed(rack).map(({ id }) => id));
  const others = rack.devices.filter(({ id }) => !inUnits.has(id));
  if (others.length === 0) return null;
  return (
    <Section title="In no unit">
      <ul className={classes.list}>
        {others.map((device) => (
          <li key={device.id}>
            <Link to={`/dcim/devices/${device.id}/`}>
              <Named text={device.name} />
            </Link>
            <span>
              {device.role ? <StatusBadge {...device.role} /> : null} <Named text={device.type} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Drawing({ units }: { units: number }) {
  return (
    <div className={classes.columns} aria-busy="true">
      <Skeleton height={units * 22 + 30} width="100%" maw={508} radius="sm" />
    </div>
  );
}

/** The units of a face that the server says are occupied. */
function useOccupied(id: string, face: Face): number[] {
  const { data } = useEverything<{ id: number; occupied: boolean }>(
    { url: `/dcim/racks/${id}/elevation/` },
    { face, expand_devices: true },
  );
  return (data?.results ?? []).filter(({ occupied }) => occupied).map((unit) => unit.id);
}

/** Those that nothing is drawn in: what stands there one may not see. */
function unseen(rack: DrawnRack, face: Face, occupied: number[]): ReadonlySet<number> {
  const drawn = new Set(
    placed(rack)
      .filter((device) => device.isFullDepth || device.face === face)
      .flatMap(({ position, height }) => Array.from({ length: height }, (_, index) => position + index)),
  );
  return new Set(occupied.filter((unit) => !drawn.has(unit)));
}

/** How many units lie free next to each other, on both sides and unreserved. */
function longestRun(rack: DrawnRack): number {
  const taken = new Set(rack.reservations.flatMap(({ units }) => units));
  for (const { position, height } of placed(rack))
    for (let unit = position; unit < position + height; unit += 1) taken.add(unit);
  let longest = 0;
  let run = 0;
  for (let unit = 1; unit <= rack.height; unit += 1) {
    run = taken.has(unit) ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}
