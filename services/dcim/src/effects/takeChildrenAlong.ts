import { type Candidate, concerning, type Effect, type Look, type WriteContext } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** Devices on their way into the database in whose bays something stands. */
const holding = new WeakSet<Candidate>();

/** Looks which devices that are changed have something in their bays. */
export const lookForChildren: Look = async (candidates, { tx }) => {
  const changed = candidates.filter(({ before }) => before);
  if (changed.length === 0) return;
  const ids = sql.array(
    changed.map(({ before }) => before!.id as string),
    'uuid',
  );
  const found = await tx.rows<{ device: string }>(
    sql.unsafe`SELECT DISTINCT device FROM devicebay WHERE device = ANY(${ids}) AND installed_device IS NOT NULL`,
  );
  const parents = new Set<unknown>(found.map(({ device }) => device));
  for (const candidate of changed) if (parents.has(candidate.before!.id)) holding.add(candidate);
};

const holdsChildren = (candidate: Candidate): boolean => holding.has(candidate);

/** What stands in the bays of a device stands where the device does. */
export const takeChildrenAlong: Effect = concerning(holdsChildren, async (candidates, context) => {
  await takeChildrenOf(
    candidates.filter(holdsChildren).map(({ row }) => row.id as string),
    context,
  );
});

/**
 * Moves the devices in the bays of these devices, and those in their bays, to where these are. Who changes the rack has
 * no units there.
 */
export async function takeChildrenOf(devices: string[], { tx, now, alsoChanged }: WriteContext): Promise<void> {
  if (devices.length === 0) return;
  const moved = await tx.rows<{ id: string }>(sql.unsafe`
    WITH RECURSIVE inside AS (
      SELECT bay.installed_device AS id, parent.location, parent.rack
      FROM devicebay bay JOIN device parent ON parent.id = bay.device
      WHERE parent.id = ANY(${sql.array(devices, 'uuid')}) AND bay.installed_device IS NOT NULL
      UNION
      SELECT bay.installed_device, inside.location, inside.rack
      FROM inside JOIN devicebay bay ON bay.device = inside.id WHERE bay.installed_device IS NOT NULL
    )
    UPDATE device SET
      location = inside.location,
      rack = inside.rack,
      position = CASE WHEN device.rack IS DISTINCT FROM inside.rack THEN NULL ELSE device.position END,
      face = CASE WHEN device.rack IS DISTINCT FROM inside.rack THEN '' ELSE device.face END,
      last_updated = ${now}::timestamptz
    FROM inside
    WHERE device.id = inside.id AND (device.location, device.rack) IS DISTINCT FROM (inside.location, inside.rack)
    RETURNING device.id`);
  const ids = [...new Set(moved.map(({ id }) => id))];
  if (ids.length > 0) await alsoChanged('dcim.device', ids);
}
