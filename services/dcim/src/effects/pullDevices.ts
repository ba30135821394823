import type { Effect, WriteContext } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { takeChildrenOf } from './takeChildrenAlong';
import { type Moving, type Refusals, wrongPlaces } from './wrongPlaces';

/** Devices stand where their rack does, also after it moved. */
export const pullDevicesAlong: Effect = async (candidates, context) => {
  const changed = candidates.filter(({ before }) => before);
  const refusals = await pullDevicesOf(
    changed.map(({ row }) => row.id as string),
    context,
  );
  return candidates.map(({ row }) => refusals.get(row.id));
};

const devices: Moving = { label: 'dcim.device', table: 'device', who: 'Devices of this rack' };

/** Moves the devices of these racks to where the racks are; answers with the racks whose devices may not be there. */
export async function pullDevicesOf(racks: string[], context: WriteContext): Promise<Refusals> {
  const { tx, now, alsoChanged } = context;
  if (racks.length === 0) return new Map();
  const moved = await tx.rows<{ id: string; rack: string }>(sql.unsafe`
    UPDATE device SET location = rack.location, last_updated = ${now}::timestamptz FROM rack
    WHERE rack.id = device.rack AND rack.id = ANY(${sql.array(racks, 'uuid')}) AND device.location <> rack.location
    RETURNING device.id, device.rack`);
  if (moved.length === 0) return new Map();
  const ids = moved.map(({ id }) => id);
  const wrong = await wrongPlaces(context, devices, ids);
  if (wrong.size > 0)
    return new Map(moved.filter(({ id }) => wrong.has(id)).map(({ id, rack }) => [rack, wrong.get(id)]));
  await alsoChanged('dcim.device', ids);
  await takeChildrenOf(ids, context);
  return new Map();
}
