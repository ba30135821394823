import type { Row } from '@plumbline/model';
import type { Occupant } from '../rules/rackSpace';
import type { ElevationQuery } from './elevationQuery';

/** One unit of a rack as one face of it shows it. */
export interface RackUnit {
  id: number;
  name: string;
  face: ElevationQuery['face'];
  occupied: boolean;
}

/** The numbers of a rack's units, from the top down. */
export function unitNumbers(rack: Row): number[] {
  const upwards = Array.from({ length: rack.u_height as number }, (_, index) => index + 1);
  return rack.desc_units ? upwards : upwards.reverse();
}

/** The device that a face shows at a unit, if any. */
export const occupantAt = (unit: number, face: unknown, occupants: Occupant[]): Occupant | undefined =>
  occupants.find(
    (one) => one.position <= unit && unit < one.position + one.u_height && (one.is_full_depth || one.face === face),
  );

/** The units of a rack; of a device of several units only the lowest, where devices are not to be expanded. */
export function unitsOf(rack: Row, { face, expand }: ElevationQuery, occupants: Occupant[]): RackUnit[] {
  return unitNumbers(rack).flatMap((id) => {
    const occupant = occupantAt(id, face.value, occupants);
    if (occupant && !expand && occupant.position !== id) return [];
    return [{ id, name: `U${id}`, face, occupied: occupant !== undefined }];
  });
}
