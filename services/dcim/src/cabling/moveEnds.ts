import { type Candidate, changesStored, concerning, type Effect } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { uuidArray } from './terminations';

const isMoved = (candidate: Candidate): boolean => changesStored(candidate, 'device');

/** Cables are found by the devices they lead to: when something they are plugged into moves, they follow. */
export const moveEnds: Effect = concerning(isMoved, async (candidates, { tx }) => {
  const moved = candidates.filter(isMoved);
  const ids = uuidArray(moved.map(({ row }) => row.id));
  const devices = uuidArray(moved.map(({ row }) => row.device));
  for (const side of ['a', 'b']) {
    const device = sql.identifier([`termination_${side}_device`]);
    await tx.run(sql.unsafe`
      UPDATE cable SET ${device} = moved.device FROM unnest(${ids}, ${devices}) AS moved(id, device)
      WHERE ${sql.identifier([`termination_${side}_id`])} = moved.id`);
  }
});
