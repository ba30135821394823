import type { Effect, WriteContext } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';
import { pullDevicesOf } from '../effects/pullDevices';
import { type Moving, type Refusals, wrongPlaces } from '../effects/wrongPlaces';

interface Moved {
  id: string;
}

/** What was moved with a group, and the groups around it. */
interface MovedContent extends Moved {
  groups: string[];
}

/** What stands in a rack group. */
interface Content extends Moving {
  label: 'dcim.rack' | 'dcim.powerpanel';
}

const contents: Content[] = [
  { label: 'dcim.rack', table: 'rack', who: 'Racks of this group' },
  { label: 'dcim.powerpanel', table: 'powerpanel', who: 'Power panels of this group' },
];

/**
 * Groups, racks and power panels inside a group stay at its location or below: those found elsewhere when the group
 * changes, because it moved or a location between them did, come to stand exactly where it is, and devices follow their
 * racks. Groups around what would come to stand where it may not are refused.
 */
export const takeContentsAlong: Effect = async (candidates, context) => {
  const { tx, now, alsoChanged } = context;
  const changed = candidates.filter(({ before }) => before).map(({ row }) => row.id as string);
  if (changed.length === 0) return undefined;
  const groups = await takeGroups(tx, changed, now);
  if (groups.length > 0) await alsoChanged('dcim.rackgroup', groups);
  for (const content of contents) {
    const moved = await takeContent(tx, content, [...changed, ...groups], now);
    const refusals = await settle(context, content, moved);
    if (refusals.size === 0) continue;
    const refused = moved.filter(({ id }) => refusals.has(id));
    return candidates.map(({ row }) => refusals.get(refused.find((one) => one.groups.includes(row.id as string))?.id));
  }
  return undefined;
};

/** Notes what was moved, and moves devices with their racks; answers with what may not be where it is now. */
async function settle(context: WriteContext, content: Content, moved: MovedContent[]): Promise<Refusals> {
  const ids = moved.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const refusals = await wrongPlaces(context, content, ids);
  if (refusals.size > 0) return refusals;
  await context.alsoChanged(content.label, ids);
  return content.label === 'dcim.rack' ? pullDevicesOf(ids, context) : refusals;
}

/**
 * Moves the groups inside that would be left behind; answers their ids. What is inside one that stays, stays. Looked for again
 * below those that were moved: whoever was making a group there had been waited for.
 */
async function takeGroups(tx: Queryable, changed: string[], now: string): Promise<string[]> {
  const moved: string[] = [];
  for (;;) {
    const more = await moveGroups(tx, [...changed, ...moved], now);
    if (more.length === 0) return moved;
    moved.push(...more);
  }
}

/** Moves the groups inside these that are not where they reach, as far as one statement sees them. */
async function moveGroups(tx: Queryable, groups: string[], now: string): Promise<string[]> {
  const rows = await tx.rows<Moved>(sql.unsafe`
    WITH RECURSIVE moved AS (
      SELECT id, location FROM rackgroup WHERE id = ANY(${sql.array(groups, 'uuid')})
      UNION
      SELECT inner_group.id, moved.location FROM moved
      JOIN rackgroup inner_group ON inner_group.parent = moved.id
      JOIN location place ON place.id = inner_group.location
      WHERE NOT moved.location = ANY(place.tree_ids)
    )
    UPDATE rackgroup SET location = moved.location, last_updated = ${now}::timestamptz
    FROM moved WHERE rackgroup.id = moved.id AND rackgroup.location <> moved.location
    RETURNING rackgroup.id`);
  return rows.map(({ id }) => id);
}

/** Moves what stands in these groups and not where they reach. */
const takeContent = (tx: Queryable, { table }: Content, groups: string[], now: string): Promise<MovedContent[]> =>
  tx.rows(sql.unsafe`
    UPDATE ${sql.identifier([table])} content SET location = own.location, last_updated = ${now}::timestamptz
    FROM rackgroup own, location place
    WHERE own.id = content.rack_group AND own.id = ANY(${sql.array(groups, 'uuid')})
      AND place.id = content.location AND NOT own.location = ANY(place.tree_ids)
    RETURNING content.id, own.tree_ids AS groups`);
