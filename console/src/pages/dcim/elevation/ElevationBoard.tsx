import { ActionIcon, Kbd } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useModels } from '../../../api/models';
import { Icon } from '../../../components/Icon';
import { Named } from '../../../components/Named';
import { DeviceCard } from './DeviceCard';
import classes from './ElevationBoard.module.css';
import { rowOf, unitAt, unitsTaken } from './places';
import { type DeviceHandlers, RackFace, unitHeight } from './RackFace';
import type { DrawnRack, Face, RackDevice } from './rackContents';
import { useMove } from './useMove';

/** Pixels the pointer goes before it drags. */
const slack = 5;
/** Milliseconds until a card is shown. */
const patience = 220;

/** Racks side by side, as they stand on the floor; devices can be moved between them. */
export function ElevationBoard({
  racks,
  faces,
  hidden,
  isNamed = true,
}: {
  racks: DrawnRack[];
  faces: readonly Face[];
  /** Units with something that one may not see, by face; of one rack. */
  hidden?: Partial<Record<Face, ReadonlySet<number>>>;
  /** Whether each rack has its name above it. */
  isNamed?: boolean;
}) {
  const mayAdd = useModels().find('dcim.device')?.may.includes('add') === true;
  const moving = useMove(racks);
  const { move, verdict, begin, to, letGo, cancel } = moving;
  const [peeked, setPeeked] = useState<{ device: RackDevice; at: DOMRect }>();
  const timer = useRef<number>(undefined);
  const dragged = useRef(false);
  const latest = useRef(racks);
  useEffect(() => {
    latest.current = racks;
  }, [racks]);

  const onPeek = useCallback((device: RackDevice | undefined, at: Element | undefined) => {
    window.clearTimeout(timer.current);
    if (!device || !at) return setPeeked(undefined);
    timer.current = window.setTimeout(() => setPeeked({ device, at: at.getBoundingClientRect() }), patience);
  }, []);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const onGrab = useCallback(
    (device: RackDevice, rack: DrawnRack, face: Face, event: React.PointerEvent) => {
      const { clientX, clientY } = event;
      const block = event.currentTarget.getBoundingClientRect();
      const rowsAbove = Math.floor((clientY - block.top) / unitHeight);
      let isDragging = false;
      const onPointerMove = (next: PointerEvent) => {
        if (!isDragging && Math.hypot(next.clientX - clientX, next.clientY - clientY) < slack) return;
        if (!isDragging) {
          isDragging = true;
          dragged.current = true;
          window.clearTimeout(timer.current);
          setPeeked(undefined);
          begin(device, rack.id, face);
        }
        next.preventDefault();
        const place = placeUnder(latest.current, next, device, rowsAbove);
        if (place) to(place);
      };
      const end = () => {
        window.removeEventListener('pointermove', onPointerMove);
        window.removeEventListener('pointerup', onPointerUp);
        window.removeEventListener('pointercancel', onPointerCancel);
        // The click that follows the drop is none.
        window.setTimeout(() => {
          dragged.current = false;
        });
      };
      const onPointerUp = () => {
        end();
        if (isDragging) letGo();
      };
      const onPointerCancel = () => {
        end();
        if (isDragging) cancel();
      };
      window.addEventListener('pointermove', onPointerMove);
      window.addEventListener('pointerup', onPointerUp);
      window.addEventListener('pointercancel', onPointerCancel);
    },
    [begin, to, letGo, cancel],
  );
  const onMove = useCallback(
    (device: RackDevice, rack: DrawnRack, face: Face) => {
      onPeek(undefined, undefined);
      begin(device, rack.id, face);
    },
    [begin, onPeek],
  );
  const { isPossible } = moving;
  const handlers = useMemo<DeviceHandlers>(
    () => ({ onPeek, onGrab: isPossible ? onGrab : undefined, onMove: isPossible ? onMove : undefined }),
    [onPeek, onGrab, onMove, isPossible],
  );

  useEffect(() => {
    if (!move) return;
    const { device, to: at } = move;
    const rack = racks.find(({ id }) => id === at.rack);
    const onKey = (event: KeyboardEvent) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step !== undefined && rack)
        to({ ...at, unit: unitAt(rack, rowOf(rack, at.unit, device.height) + step, device.height) });
      else if (turn !== undefined) to(beside(racks, faces, at, device, turn));
      else if (event.key === 'Enter') letGo();
      else if (event.key === 'Escape') cancel();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [move, racks, faces, to, letGo, cancel]);

  useEffect(() => {
    document.body.toggleAttribute('data-dragging', move !== undefined);
    return () => document.body.removeAttribute('data-dragging');
  }, [move]);

  const nameOfRack = (id: string) => racks.find((rack) => rack.id === id)?.name ?? '';
  return (
    <div
      className={classes.board}
      data-moving={move !== undefined || undefined}
      onClickCapture={(event) => {
        if (!dragged.current) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div className={classes.floor}>
        {racks.map((rack) => (
          <section key={rack.id} className={classes.rack} aria-label={rack.name}>
            {isNamed && <RackHead rack={rack} />}
            <div className={classes.faces}>
              {faces.map((face) => (
                <div key={face}>
                  {faces.length > 1 && <div className={classes.side}>{face === 'front' ? 'Front' : 'Rear'}</div>}
                  <RackFace
                    rack={rack}
                    face={face}
                    moving={move?.device.id}
                    mayAdd={mayAdd && !move}
                    handlers={handlers}
                    {...(hidden?.[face] ? { hidden: hidden[face] } : {})}
                    ghost={
                      move && verdict && move.to.rack === rack.id && move.to.face === face
                        ? {
                            unit: move.to.unit,
                            height: move.device.height,
                            name: move.device.name,
                            verdict: verdict.state,
                          }
                        : undefined
                    }
                  />
                </div>
              ))}
            </div>
          </section>
        ))}
      </div>
      <div className={classes.words} role="status">
        {move && verdict && (
          <div className={classes.moving} data-verdict={verdict.state}>
            <span>
              <Named text={move.device.name} /> → <Named text={nameOfRack(move.to.rack)} />, U{move.to.unit},{' '}
              {move.to.face}
            </span>
            <strong>{moving.isDropping ? 'Moving…' : verdict.words}</strong>
            <span className={classes.keys}>
              <Kbd size="xs">↑</Kbd>
              <Kbd size="xs">↓</Kbd>
              <Kbd size="xs">←</Kbd>
              <Kbd size="xs">→</Kbd> place, <Kbd size="xs">Enter</Kbd> let go, <Kbd size="xs">Esc</Kbd> leave it
            </span>
          </div>
        )}
      </div>
      {moving.refusal !== undefined && !move && (
        <div className={classes.words} role="alert">
          <div className={classes.moving} data-verdict="refused">
            <strong>
              <Named text={moving.refusal} />
            </strong>
            <ActionIcon size="sm" aria-label="Close" onClick={moving.forgetRefusal}>
              <Icon name="close" size={14} />
            </ActionIcon>
          </div>
        </div>
      )}
      {peeked && !move && <DeviceCard device={peeked.device} at={peeked.at} isMovable={isPossible} />}
    </div>
  );
}

function RackHead({ rack }: { rack: DrawnRack }) {
  const taken = unitsTaken(rack);
  const percent = rack.height === 0 ? 0 : Math.round((100 * taken) / rack.height);
  return (
    <div className={classes.head}>
      <Link to={`/dcim/racks/${rack.id}/`}>
        <Named text={rack.name} />
      </Link>
      <span title={`${taken} of ${rack.height} units are taken`}>{percent} %</span>
      <div className={classes.bar} aria-hidden="true">
        <div style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

/** Where a device is held over: the rack drawn under the pointer, and the unit its lowest would stand in. */
function placeUnder(racks: DrawnRack[], { clientX, clientY }: PointerEvent, device: RackDevice, rowsAbove: number) {
  const drawn = document
    .elementsFromPoint(clientX, clientY)
    .map((element) => element.closest<SVGSVGElement>('svg[data-rack]'))
    .find((element) => element !== null);
  const rack = racks.find(({ id }) => id === drawn?.dataset.rack);
  if (!drawn || !rack) return undefined;
  const row = Math.floor((clientY - drawn.getBoundingClientRect().top) / unitHeight) - rowsAbove;
  const face: Face = drawn.dataset.face === 'rear' ? 'rear' : 'front';
  return { rack: rack.id, face, unit: unitAt(rack, row, device.height) };
}

/** The same height in what is drawn next to a place. */
function beside(
  racks: DrawnRack[],
  faces: readonly Face[],
  at: { rack: string; face: Face; unit: number },
  device: RackDevice,
  by: number,
) {
  const columns = racks.flatMap((rack) => faces.map((face) => ({ rack, face })));
  const here = columns.findIndex(({ rack, face }) => rack.id === at.rack && face === at.face);
  const next = columns[(here + by + columns.length) % columns.length];
  const from = racks.find(({ id }) => id === at.rack);
  if (!next || !from) return at;
  // Counted from the floor, where all of them stand.
  const below = from.height - rowOf(from, at.unit, device.height) - device.height;
  return {
    rack: next.rack.id,
    face: next.face,
    unit: unitAt(next.rack, next.rack.height - below - device.height, device.height),
  };
}
