import { useEffect } from 'react';
import { beside, rowOf, unitAt } from './places';
import type { DrawnRack, Face } from './rackContents';
import type { Moving } from './useMove';

/** Moves by keys, while a device is on its way: arrows for the place, Enter lets it go, Escape leaves it where it was. */
export function useMoveKeys(racks: DrawnRack[], faces: readonly Face[], { move, to, letGo, cancel }: Moving): void {
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
}
