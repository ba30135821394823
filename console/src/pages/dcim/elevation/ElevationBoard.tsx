import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useModels } from '../../../api/models';
import { Named } from '../../../components/Named';
import { DeviceCard } from './DeviceCard';
import classes from './ElevationBoard.module.css';
import { MoveStatus } from './MoveStatus';
import { unitsTaken } from './places';
import { type DeviceHandlers, RackFace } from './RackFace';
import type { DrawnRack, Face, RackDevice } from './rackContents';
import { useDrag } from './useDrag';
import { useMove } from './useMove';
import { useMoveKeys } from './useMoveKeys';

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
  const { move, placeCheck, begin, isPossible } = moving;
  const [peeked, setPeeked] = useState<{ device: RackDevice; at: DOMRect }>();
  const timer = useRef<number>(undefined);

  const onPeek = useCallback((device: RackDevice | undefined, at: Element | undefined) => {
    window.clearTimeout(timer.current);
    if (!device || !at) return setPeeked(undefined);
    timer.current = window.setTimeout(() => setPeeked({ device, at: at.getBoundingClientRect() }), patience);
  }, []);
  const unpeek = useCallback(() => onPeek(undefined, undefined), [onPeek]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const { onGrab, isDragged } = useDrag(racks, moving, unpeek);
  useMoveKeys(racks, faces, moving);
  const onMove = useCallback(
    (device: RackDevice, rack: DrawnRack, face: Face) => {
      unpeek();
      begin(device, rack.id, face);
    },
    [begin, unpeek],
  );
  const handlers = useMemo<DeviceHandlers>(
    () => ({ onPeek, onGrab: isPossible ? onGrab : undefined, onMove: isPossible ? onMove : undefined }),
    [onPeek, onGrab, onMove, isPossible],
  );

  useEffect(() => {
    document.body.toggleAttribute('data-dragging', move !== undefined);
    return () => document.body.removeAttribute('data-dragging');
  }, [move]);

  return (
    <div
      className={classes.board}
      data-moving={move !== undefined || undefined}
      onClickCapture={(event) => {
        if (!isDragged()) return;
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
                      move && placeCheck && move.to.rack === rack.id && move.to.face === face
                        ? {
                            unit: move.to.unit,
                            height: move.device.height,
                            name: move.device.name,
                            place: placeCheck.state,
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
      <MoveStatus racks={racks} moving={moving} />
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
