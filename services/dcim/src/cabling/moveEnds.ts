import { type Candidate, changesStored, concerning, type Effect, type Label } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { uuidArray } from './terminations';

const isMoved = (candidate: Candidate): boolean => changesStored(candidate, 'device');

/** Cables are found by the devices they lead to: when something of this kind that they are plugged into moves, they follow. */
export const moveEnds = (label: Label): Effect =>
  concerning(isMoved, async (candidates, { tx }) => {
    const moved = candidates.filter(isMoved);
    const ids = uuidArray(moved.map(({ row }) => row.id));
    const devices = uuidArray(moved.map(({ row }) => row.device));
    for (const side of ['a', 'b']) {
      const column = (what: string) => sql.identifier([`termination_${side}_${what}`]);
      await tx.run(sql.unsafe`
        UPDATE cable SET ${column('device')} = moved.device FROM unnest(${ids}, ${devices}) AS moved(id, device)
        WHERE ${column('type')} = ${label} AND ${column('id')} = moved.id`);
    }
  });
