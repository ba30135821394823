import { problems } from '@plumbline/http';
import type { Effect, WriteContext } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { takeChildrenOf } from './takeChildrenAlong';

/** Devices stand where their rack does, also after it moved. */
export const pullDevicesAlong: Effect = async (candidates, context) => {
  const changed = candidates.filter(({ before }) => before);
  await pullDevicesOf(
    changed.map(({ row }) => row.id as string),
    context,
  );
};

/** Moves the devices of these racks to where the racks are; a 400 where no devices may be. */
export async function pullDevicesOf(racks: string[], context: WriteContext): Promise<void> {
  const { tx, now, alsoChanged } = context;
  if (racks.length === 0) return;
  const moved = await tx.rows<{ id: string }>(sql.unsafe`
    UPDATE device SET location = rack.location, last_updated = ${now}::timestamptz FROM rack
    WHERE rack.id = device.rack AND rack.id = ANY(${sql.array(racks, 'uuid')}) AND device.location <> rack.location
    RETURNING device.id`);
  if (moved.length === 0) return;
  const ids = moved.map(({ id }) => id);
  await refuseWrongPlaces(context, ids);
  await alsoChanged('dcim.device', ids);
  await takeChildrenOf(ids, context);
}

async function refuseWrongPlaces({ tx, alsoRead }: WriteContext, devices: string[]): Promise<void> {
  const refusing = await tx.first<{ id: string; name: string }>(sql.unsafe`
    SELECT kind.id, kind.name FROM device
    JOIN location place ON place.id = device.location JOIN locationtype kind ON kind.id = place.location_type
    WHERE device.id = ANY(${sql.array(devices, 'uuid')}) AND NOT 'dcim.device' = ANY(kind.content_types) LIMIT 1`);
  if (!refusing) return;
  alsoRead('dcim.locationtype', [refusing]);
  throw problems.field('location', `Devices of this rack may not associate to locations of type "${refusing.name}".`);
}
