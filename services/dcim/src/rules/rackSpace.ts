import type { BatchRule, Candidate, Row, RuleResult } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';

/** What a device takes of a rack: units from `position` upwards, on one face or on both. */
export interface Occupant {
  id: string;
  rack: string;
  position: number;
  u_height: number;
  face: string;
  is_full_depth: boolean;
}

/** The devices that take units of these racks. */
export const occupantsOf = (tx: Queryable, racks: string[]): Promise<Occupant[]> =>
  tx.rows<Occupant>(sql.unsafe`
    SELECT device.id, device.rack, device.position, device.face, kind.u_height, kind.is_full_depth
    FROM device JOIN devicetype kind ON kind.id = device.device_type
    WHERE device.rack = ANY(${sql.array(racks, 'uuid')}) AND device.position IS NOT NULL`);

const overlap = (one: Occupant, other: Occupant): boolean =>
  one.position < other.position + other.u_height && other.position < one.position + one.u_height;

/** Whether two devices of one rack are in each other's way: those of half depth share a unit on opposite faces. */
const collide = (one: Occupant, other: Occupant): boolean =>
  one.id !== other.id && overlap(one, other) && (one.is_full_depth || other.is_full_depth || one.face === other.face);

/**
 * The units a device takes are its rack's and free. Devices of one request are placed one after another. Where one is placed
 * anew the racks are locked with all that the write refers to, so that nobody else places anything in them meanwhile.
 */
export const positionIsFree: BatchRule = async (candidates, { tx }) => {
  const racks = [...new Set(candidates.filter(isPlaced).map(({ row }) => row.rack as string))];
  if (racks.length === 0) return [];
  const standing = await standingIn(tx, racks);
  return candidates.map((candidate): RuleResult => {
    const { before, row, related } = candidate;
    const wanted = isPlaced(candidate) ? occupantFrom(candidate) : undefined;
    if (wanted && !fits(wanted, related.rack!.u_height as number, standing.get(wanted.rack)))
      return { position: [noRoom(wanted, related.device_type!)] };
    standing.get(before?.rack as string)?.delete(row.id as string);
    if (wanted) standing.get(wanted.rack)!.set(wanted.id, wanted);
    return undefined;
  });
};

type Standing = Map<string, Occupant>;

/** What stands in each of these racks, by the id of the device. */
async function standingIn(tx: Queryable, racks: string[]): Promise<Map<string, Standing>> {
  const standing = new Map(racks.map((rack) => [rack, new Map<string, Occupant>()]));
  for (const occupant of await occupantsOf(tx, racks)) standing.get(occupant.rack)!.set(occupant.id, occupant);
  return standing;
}

/** Whether a device fits into a rack of this height beside what stands there. */
export function fits(wanted: Occupant, height: number, standing: Standing = new Map()): boolean {
  if (wanted.position + wanted.u_height - 1 > height) return false;
  for (const other of standing.values()) if (collide(wanted, other)) return false;
  return true;
}

const isPlaced = ({ row }: Candidate): boolean => row.rack !== null && row.position !== null;

function occupantFrom({ row, related: { device_type: type } }: Candidate): Occupant {
  return {
    id: row.id as string,
    rack: row.rack as string,
    position: row.position as number,
    face: row.face as string,
    u_height: type!.u_height as number,
    is_full_depth: type!.is_full_depth as boolean,
  };
}

const noRoom = ({ position, u_height }: Occupant, type: Row): string =>
  `U${position} is already occupied or does not have sufficient space to accommodate this device type: ${type.model} (${u_height}U)`;
