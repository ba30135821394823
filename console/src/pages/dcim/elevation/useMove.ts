import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../api/apiError';
import { useModels } from '../../../api/models';
import { forgetObjects, ifMatch, objectPath, readNow, useWrite, type Versioned } from '../../../api/objects';
import { request } from '../../../api/request';
import { type ApiObject, isChoice, isRelated } from '../../../api/types';
import { obstacleAt, type Place } from './places';
import type { DrawnRack, Face, RackDevice } from './rackContents';

/** Milliseconds that a device is held still until the server is asked. */
const pause = 120;

/** A device on its way to another place. */
export interface Move {
  device: RackDevice;
  from: Place;
  to: Place;
}

/** What is known of the place a device is held over. */
export interface PlaceCheck {
  state: 'asking' | 'free' | 'refused';
  words: string;
}

/**
 * Moves a device from place to place: what stands in its way is said at once, what else the server's rules say as soon as it is
 * held still, before it is let go. The version that was read when it was taken hold of is the one that is changed, if it stood
 * then where it was drawn.
 */
export function useMove(racks: DrawnRack[]) {
  const devices = useModels().find('dcim.device');
  const client = useQueryClient();
  const [move, setMove] = useState<Move>();
  const [refusal, setRefusal] = useState<string>();
  const taken = useRef<Promise<Versioned>>(undefined);
  const write = useWrite();
  /** Whether one is being put where it was let go: nothing else is moved until that is decided. */
  const isDropping = useRef(false);
  const rack = racks.find(({ id }) => id === move?.to.rack);
  const isElsewhere = move !== undefined && !isSame(move.from, move.to);
  const obstacle = move && rack && isElsewhere ? obstacleAt(rack, move.device, move.to) : undefined;
  const [held] = useDebouncedValue(move, pause);
  const isHeld = held !== undefined && held === move && isElsewhere && obstacle === undefined;
  const answer = useQuery({
    queryKey: ['move', move?.device.id, move?.to],
    enabled: isHeld && devices !== undefined && rack !== undefined,
    staleTime: 5000,
    retry: false,
    queryFn: async ({ signal }) => {
      const body = bodyOf(move!, rack!);
      await request('PATCH', objectPath(devices!, move!.device.id), { body, query: { dry_run: true }, signal });
      return true;
    },
  });

  const placeCheck: PlaceCheck | undefined = !move
    ? undefined
    : !isElsewhere
      ? { state: 'asking', words: 'It stands here.' }
      : obstacle !== undefined
        ? { state: 'refused', words: obstacle }
        : answer.error && isHeld
          ? { state: 'refused', words: messageOf(answer.error) }
          : answer.data && isHeld
            ? { state: 'free', words: 'Free.' }
            : { state: 'asking', words: 'Asking…' };

  const begin = useCallback(
    (device: RackDevice, rackId: string, face: Face) => {
      if (isDropping.current) return;
      const from = { rack: rackId, face: device.face ?? face, unit: device.position ?? 1 };
      setRefusal(undefined);
      setMove({ device, from, to: from });
      if (!devices) return;
      taken.current = readNow(client, devices, device.id, { depth: 0 });
      // Whoever lets it go is told.
      taken.current.catch(() => undefined);
    },
    [client, devices],
  );
  const to = useCallback((place: Place) => {
    if (!isDropping.current) setMove((known) => (known && !isSame(known.to, place) ? { ...known, to: place } : known));
  }, []);
  const cancel = useCallback(() => {
    if (!isDropping.current) setMove(undefined);
  }, []);
  const drop = async () => {
    if (!move || !rack || !devices || !taken.current || isDropping.current) return;
    if (!isElsewhere || obstacle !== undefined) {
      if (obstacle !== undefined) setRefusal(`${move.device.name} stays where it is: ${obstacle}`);
      setMove(undefined);
      return;
    }
    isDropping.current = true;
    try {
      const { object, etag } = await taken.current;
      if (!standsAsDrawn(object, move)) throw new Error('somebody else has moved it meanwhile.');
      await write.mutateAsync({
        method: 'PATCH',
        path: objectPath(devices, move.device.id),
        body: bodyOf(move, rack),
        headers: ifMatch(etag),
      });
    } catch (error) {
      setRefusal(`${move.device.name} stays where it is: ${messageOf(error)}`);
      // It may stand elsewhere than it is drawn.
      void forgetObjects(client);
    } finally {
      isDropping.current = false;
    }
    setMove(undefined);
  };
  const dropLatest = useRef(drop);
  useEffect(() => {
    dropLatest.current = drop;
  });
  const letGo = useCallback(() => void dropLatest.current(), []);

  return {
    move,
    placeCheck,
    isDropping: write.isPending,
    refusal,
    forgetRefusal: () => setRefusal(undefined),
    begin,
    to,
    letGo,
    cancel,
    isPossible: devices?.may.includes('change') === true,
  };
}

/** What `useMove` gives. */
export type Moving = ReturnType<typeof useMove>;

const isSame = (one: Place, other: Place): boolean =>
  one.rack === other.rack && one.face === other.face && one.unit === other.unit;

/** Whether a device is where the drawing that it was taken from has it. */
const standsAsDrawn = ({ rack, position, face }: ApiObject, { device, from }: Move): boolean =>
  isRelated(rack) && rack.id === from.rack && position === device.position && faceOf(face) === device.face;

const faceOf = (face: unknown): unknown => (isChoice(face) ? face.value : null);

const bodyOf = ({ from, to }: Move, rack: DrawnRack) => ({
  position: to.unit,
  face: to.face,
  ...(to.rack === from.rack ? {} : { rack: to.rack, ...(rack.location ? { location: rack.location.id } : {}) }),
});
