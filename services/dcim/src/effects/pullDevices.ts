import type { Effect, RuleResult, WriteContext } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { takeChildrenOf } from './takeChildrenAlong';

/** Devices stand where their rack does, also after it moved. */
export const pullDevicesAlong: Effect = async (candidates, context) => {
  const changed = candidates.filter(({ before }) => before);
  const refusals = await pullDevicesOf(
    changed.map(({ row }) => row.id as string),
    context,
  );
  return candidates.map(({ row }) => refusals.get(row.id));
};

/** What is wrong with objects that are moved, by their ids. */
export type Refusals = ReadonlyMap<unknown, RuleResult>;

/** Moves the devices of these racks to where the racks are; answers with the racks whose devices may not be there. */
export async function pullDevicesOf(racks: string[], context: WriteContext): Promise<Refusals> {
  const { tx, now, alsoChanged } = context;
  if (racks.length === 0) return new Map();
  const moved = await tx.rows<{ id: string }>(sql.unsafe`
    UPDATE device SET location = rack.location, last_updated = ${now}::timestamptz FROM rack
    WHERE rack.id = device.rack AND rack.id = ANY(${sql.array(racks, 'uuid')}) AND device.location <> rack.location
    RETURNING device.id`);
  if (moved.length === 0) return new Map();
  const ids = moved.map(({ id }) => id);
  const refusals = await wrongPlaces(context, ids);
  if (refusals.size > 0) return refusals;
  await alsoChanged('dcim.device', ids);
  await takeChildrenOf(ids, context);
  return refusals;
}

async function wrongPlaces({ tx, alsoRead }: WriteContext, devices: string[]): Promise<Refusals> {
  const refusing = await tx.rows<{ id: string; name: string; rack: string }>(sql.unsafe`
    SELECT DISTINCT kind.id, kind.name, device.rack FROM device
    JOIN location place ON place.id = device.location JOIN locationtype kind ON kind.id = place.location_type
    WHERE device.id = ANY(${sql.array(devices, 'uuid')}) AND NOT 'dcim.device' = ANY(kind.content_types)`);
  alsoRead(
    'dcim.locationtype',
    refusing.map(({ id, name }) => ({ id, name })),
  );
  const told = (name: string) => `Devices of this rack may not associate to locations of type "${name}".`;
  return new Map(refusing.map(({ rack, name }) => [rack, { location: [told(name)] }]));
}
