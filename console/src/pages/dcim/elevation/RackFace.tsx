import clsx from 'clsx';
import { memo, useId } from 'react';
import { Link } from 'react-router';
import { searchOf } from '../../../api/request';
import { Named } from '../../../components/Named';
import { placed, ranges, rowOf, unitNumbers } from './places';
import classes from './RackFace.module.css';
import type { DrawnRack, Face, RackDevice } from './rackContents';

/** Pixels: of a unit, of its number, of what is beside it, of the frame. */
export const unitHeight = 22;
const numbers = 26;
const frame = 4;
const boxWidth = 216;
const width = numbers + boxWidth + frame;

/** Where a device that is moved would come to stand. */
export interface Ghost {
  unit: number;
  height: number;
  name: string;
  place: 'asking' | 'free' | 'refused';
}

/** What can be done with devices that are drawn. */
export interface DeviceHandlers {
  /** Pointed at or focused; nothing any more. */
  onPeek(device: RackDevice | undefined, at: Element | undefined): void;
  /** Taken hold of, so many pixels below its upper edge. */
  onGrab: ((device: RackDevice, rack: DrawnRack, face: Face, event: React.PointerEvent) => void) | undefined;
  /** To be moved by keys. */
  onMove: ((device: RackDevice, rack: DrawnRack, face: Face) => void) | undefined;
}

/** One side of a rack, as one stands before it. */
export const RackFace = memo(function RackFace({
  rack,
  face,
  ghost,
  moving,
  hidden,
  mayAdd,
  handlers,
}: {
  rack: DrawnRack;
  face: Face;
  ghost: Ghost | undefined;
  /** The device that is being moved, which is drawn faintly. */
  moving: string | undefined;
  /** Units that something stands in that one may not see. */
  hidden?: ReadonlySet<number>;
  mayAdd: boolean;
  handlers: DeviceHandlers;
}) {
  const hatch = useId();
  const units = unitNumbers(rack);
  const height = rack.height * unitHeight + 2 * frame;
  const yOf = (unit: number, high: number) => frame + rowOf(rack, unit, high) * unitHeight;
  const taken = new Map<number, RackDevice>();
  for (const device of placed(rack))
    if (device.isFullDepth || device.face === face)
      for (let unit = device.position; unit < device.position + device.height; unit += 1) taken.set(unit, device);
  const addPath = (unit: number) =>
    `/dcim/devices/add/?${searchOf({ rack: rack.id, location: rack.location?.id, position: unit, face })}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: what is grouped is drawn.
    <svg
      className={classes.face}
      width={width}
      height={height}
      role="group"
      aria-label={`${rack.name}, ${face}`}
      data-rack={rack.id}
      data-face={face}
    >
      <defs>
        <pattern id={hatch} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="7" height="7" className={classes.reservedGround} />
          <line x1="0" y1="0" x2="0" y2="7" className={classes.reservedLine} />
        </pattern>
      </defs>
      <rect
        x={numbers - frame / 2}
        y={frame / 2}
        width={boxWidth + frame}
        height={height - frame}
        rx="4"
        className={classes.frame}
      />
      <path
        className={classes.lines}
        d={units.map((_, row) => `M${numbers} ${frame + row * unitHeight + 0.5}h${boxWidth}`).join('')}
      />
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of a drawing cannot be focused. */}
      <g aria-hidden="true" className={classes.numbers}>
        {units.map((unit, row) => (
          <text key={unit} x={numbers - 8} y={frame + row * unitHeight + unitHeight / 2} dy="0.35em">
            {unit}
          </text>
        ))}
      </g>
      {rack.reservations.flatMap((reservation) =>
        ranges(reservation.units).map(([from, to]) => {
          const high = to - from + 1;
          return (
            <g key={`${reservation.id} ${from}`}>
              <rect
                x={numbers}
                y={yOf(from, high)}
                width={boxWidth}
                height={high * unitHeight}
                fill={`url(#${hatch})`}
              />
              <foreignObject x={numbers} y={yOf(from, high)} width={boxWidth} height={high * unitHeight}>
                <div className={classes.reserved} title={reservationWords(reservation)}>
                  <Named text={reservation.description} />
                </div>
              </foreignObject>
            </g>
          );
        }),
      )}
      {mayAdd &&
        units
          .filter((unit) => !taken.has(unit) && !hidden?.has(unit))
          .map((unit) => (
            <foreignObject key={unit} x={numbers} y={yOf(unit, 1)} width={boxWidth} height={unitHeight}>
              <Link
                to={addPath(unit)}
                className={classes.add}
                tabIndex={-1}
                aria-label={`Add a device at U${unit}, ${face} of ${rack.name}`}
              >
                Add a device at U{unit}
              </Link>
            </foreignObject>
          ))}
      {[...(hidden ?? [])].map((unit) => (
        <foreignObject key={`hidden ${unit}`} x={numbers} y={yOf(unit, 1)} width={boxWidth} height={unitHeight}>
          <div className={classes.hidden}>Taken</div>
        </foreignObject>
      ))}
      {placed(rack).map((device) => {
        const isBehind = !device.isFullDepth && device.face !== face;
        if (isBehind && taken.has(device.position)) return null;
        return (
          <foreignObject
            key={device.id}
            x={numbers}
            y={yOf(device.position, device.height)}
            width={boxWidth}
            height={device.height * unitHeight}
            className={isBehind ? classes.through : undefined}
          >
            {isBehind ? (
              <div className={classes.behind}>
                <Named text={device.name} />
              </div>
            ) : (
              <DeviceBlock
                device={device}
                rack={rack}
                face={face}
                isMoving={moving === device.id}
                handlers={handlers}
              />
            )}
          </foreignObject>
        );
      })}
      {ghost && (
        <foreignObject
          x={numbers}
          y={yOf(ghost.unit, ghost.height)}
          width={boxWidth}
          height={ghost.height * unitHeight}
          className={classes.through}
        >
          <div className={classes.ghost} data-place={ghost.place}>
            <Named text={ghost.name} />
            <span>U{ghost.unit}</span>
          </div>
        </foreignObject>
      )}
    </svg>
  );
});

function DeviceBlock({
  device,
  rack,
  face,
  isMoving,
  handlers: { onPeek, onGrab, onMove },
}: {
  device: RackDevice & { position: number };
  rack: DrawnRack;
  face: Face;
  isMoving: boolean;
  handlers: DeviceHandlers;
}) {
  return (
    <Link
      to={`/dcim/devices/${device.id}/`}
      className={clsx(classes.device, onGrab && classes.movable)}
      data-back={(device.face !== null && device.face !== face) || undefined}
      data-moving={isMoving || undefined}
      data-device={device.id}
      style={{ '--color': `#${device.role?.color ?? '9e9e9e'}` } as React.CSSProperties}
      draggable={false}
      aria-keyshortcuts={onMove && 'm'}
      onPointerEnter={({ currentTarget, pointerType }) => pointerType === 'mouse' && onPeek(device, currentTarget)}
      onPointerLeave={() => onPeek(undefined, undefined)}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && onPeek(device, currentTarget)}
      onBlur={() => onPeek(undefined, undefined)}
      onPointerDown={(event) => {
        if (event.button === 0 && event.pointerType !== 'touch') onGrab?.(device, rack, face, event);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'm' || event.ctrlKey || event.metaKey || event.altKey || !onMove) return;
        event.preventDefault();
        event.stopPropagation();
        onMove(device, rack, face);
      }}
    >
      <Named text={device.name} />
      {device.height > 1 && <span className={classes.type}> {device.type}</span>}
      <span className="pl-visually-hidden">
        , U{device.position}
        {device.height > 1 && `–${device.position + device.height - 1}`}
        {device.role && `, ${device.role.name}`}
      </span>
    </Link>
  );
}

const reservationWords = ({ description, user, tenant }: DrawnRack['reservations'][number]): string =>
  ['Kept:', description, ...(user === null ? [] : [`· ${user}`]), ...(tenant === null ? [] : [`· ${tenant}`])].join(
    ' ',
  );
