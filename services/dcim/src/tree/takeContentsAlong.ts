import { problems } from '@plumbline/http';
import type { Effect, Row } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';
import { pullDevicesOf } from '../effects/pullDevices';

interface Moved {
  id: string;
}

/** What stands in a rack group: its table, and what people call it. */
interface Content {
  label: 'dcim.rack' | 'dcim.powerpanel';
  table: string;
  plural: string;
}

interface LocationType extends Row {
  name: string;
}

const contents: Content[] = [
  { label: 'dcim.rack', table: 'rack', plural: 'Racks' },
  { label: 'dcim.powerpanel', table: 'powerpanel', plural: 'Power panels' },
];

/**
 * Groups, racks and power panels inside a group stay at its location or below: those found elsewhere when the group
 * changes, because it moved or a location between them did, come to stand exactly where it is, and devices follow their
 * racks. A 400 when something would come to stand where it may not.
 */
export const takeContentsAlong: Effect = async (candidates, context) => {
  const { tx, now, alsoChanged, alsoRead } = context;
  const changed = candidates.filter(({ before }) => before).map(({ row }) => row.id as string);
  if (changed.length === 0) return;
  const groups = await takeGroups(tx, changed, now);
  const ids = [...changed, ...groups];
  if (groups.length > 0) await alsoChanged('dcim.rackgroup', groups);
  for (const content of contents) {
    const moved = await takeContent(tx, content, ids, now);
    if (moved.length === 0) continue;
    const [refusing] = await locationsWithout(tx, content, moved);
    if (refusing) {
      alsoRead('dcim.locationtype', [refusing]);
      throw problems.field(
        'location',
        `${content.plural} of this group may not associate to locations of type "${refusing.name}".`,
      );
    }
    await alsoChanged(content.label, moved);
    if (content.label === 'dcim.rack') await pullDevicesOf(moved, context);
  }
};

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

/** Moves what stands in these groups and not where they reach; answers the ids. */
async function takeContent(tx: Queryable, { table }: Content, groups: string[], now: string): Promise<string[]> {
  const rows = await tx.rows<Moved>(sql.unsafe`
    UPDATE ${sql.identifier([table])} content SET location = own.location, last_updated = ${now}::timestamptz
    FROM rackgroup own, location place
    WHERE own.id = content.rack_group AND own.id = ANY(${sql.array(groups, 'uuid')})
      AND place.id = content.location AND NOT own.location = ANY(place.tree_ids)
    RETURNING content.id`);
  return rows.map(({ id }) => id);
}

/** The types of the locations of these objects that permit none such. */
async function locationsWithout(tx: Queryable, { label, table }: Content, ids: string[]): Promise<LocationType[]> {
  return tx.rows<LocationType>(sql.unsafe`
    SELECT DISTINCT kind.id, kind.name FROM ${sql.identifier([table])} content
    JOIN location place ON place.id = content.location JOIN locationtype kind ON kind.id = place.location_type
    WHERE content.id = ANY(${sql.array(ids, 'uuid')}) AND NOT ${label}::text = ANY(kind.content_types)`);
}
