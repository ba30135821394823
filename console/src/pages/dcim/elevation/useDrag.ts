import { useCallback, useEffect, useRef } from 'react';
import { type Place, unitAt } from './places';
import { type DeviceHandlers, unitHeight } from './RackFace';
import type { DrawnRack, Face, RackDevice } from './rackContents';
import type { Moving } from './useMove';

/** Pixels the pointer goes before it drags. */
const slack = 5;

/** Devices that are dragged with the pointer: `onGrab` begins, and `isDragged` says whether a click is the end of that. */
export function useDrag(
  racks: DrawnRack[],
  { begin, to, letGo, cancel }: Moving,
  onBegin: () => void,
): { onGrab: NonNullable<DeviceHandlers['onGrab']>; isDragged: () => boolean } {
  const dragged = useRef(false);
  const drag = useRef<AbortController>(undefined);
  const latest = useRef(racks);
  useEffect(() => {
    latest.current = racks;
  }, [racks]);
  // What is dragged when the page goes stays where it is.
  useEffect(() => () => drag.current?.abort(), []);

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
          onBegin();
          begin(device, rack.id, face);
        }
        next.preventDefault();
        const place = placeUnder(latest.current, next, device, rowsAbove);
        if (place) to(place);
      };
      const listeners = new AbortController();
      drag.current?.abort();
      drag.current = listeners;
      const endWith = (act: () => void) => () => {
        listeners.abort();
        // The click that follows the drop is none.
        window.setTimeout(() => {
          dragged.current = false;
        });
        if (isDragging) act();
      };
      const { signal } = listeners;
      window.addEventListener('pointermove', onPointerMove, { signal });
      window.addEventListener('pointerup', endWith(letGo), { signal });
      window.addEventListener('pointercancel', endWith(cancel), { signal });
    },
    [begin, to, letGo, cancel, onBegin],
  );
  return { onGrab, isDragged: () => dragged.current };
}

/** Where a device is held over: the rack drawn under the pointer, and the unit its lowest would stand in. */
function placeUnder(
  racks: DrawnRack[],
  { clientX, clientY }: PointerEvent,
  device: RackDevice,
  rowsAbove: number,
): Place | undefined {
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
