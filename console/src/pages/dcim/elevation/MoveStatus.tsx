import { ActionIcon, Kbd } from '@mantine/core';
import { Icon } from '../../../components/Icon';
import { Named } from '../../../components/Named';
import classes from './ElevationBoard.module.css';
import type { DrawnRack } from './rackContents';
import type { Moving } from './useMove';

/** Says where a device that is moved is held, whether it may stand there, and why the last one did not get there. */
export function MoveStatus({ racks, moving }: { racks: DrawnRack[]; moving: Moving }) {
  const { move, placeCheck, isDropping, refusal, forgetRefusal } = moving;
  const nameOfRack = (id: string) => racks.find((rack) => rack.id === id)?.name ?? '';
  return (
    <>
      <div className={classes.words} role="status">
        {move && placeCheck && (
          <div className={classes.moving} data-place={placeCheck.state}>
            <span>
              <Named text={move.device.name} /> → <Named text={nameOfRack(move.to.rack)} />, U{move.to.unit},{' '}
              {move.to.face}
            </span>
            <strong>{isDropping ? 'Moving…' : placeCheck.words}</strong>
            <span className={classes.keys}>
              <Kbd size="xs">↑</Kbd>
              <Kbd size="xs">↓</Kbd>
              <Kbd size="xs">←</Kbd>
              <Kbd size="xs">→</Kbd> place, <Kbd size="xs">Enter</Kbd> let go, <Kbd size="xs">Esc</Kbd> leave it
            </span>
          </div>
        )}
      </div>
      {refusal !== undefined && !move && (
        <div className={classes.words} role="alert">
          <div className={classes.moving} data-place="refused">
            <strong>
              <Named text={refusal} />
            </strong>
            <ActionIcon size="sm" aria-label="Close" onClick={forgetRefusal}>
              <Icon name="close" size={14} />
            </ActionIcon>
          </div>
        </div>
      )}
    </>
  );
}
