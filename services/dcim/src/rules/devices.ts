import type { BatchRule, Rule, RuleResult } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** A platform made for the hardware of one manufacturer runs on no other. */
export const platformFitsType: Rule = ({ related: { platform, device_type: type } }) =>
  platform && platform.manufacturer !== null && platform.manufacturer !== type?.manufacturer
    ? {
        platform: [
          `The assigned platform is limited to ${platform['manufacturer.name']} device types, but this device's type belongs to ${type?.['manufacturer.name']}.`,
        ],
      }
    : undefined;

/** A cluster has devices at its location and below. */
export const clusterReachesLocation: Rule = ({ related: { cluster, location } }) => {
  if (!cluster || cluster.location === null || !location) return undefined;
  return (location.tree_ids as string[]).includes(String(cluster.location))
    ? undefined
    : { cluster: [`The assigned cluster belongs to a location that does not include location "${location.name}".`] };
};

/** A member of a chassis has its place there. */
export const memberHasPosition: Rule = ({ row }) =>
  row.virtual_chassis !== null && row.vc_position === null
    ? { vc_position: ['A device assigned to a virtual chassis must have its position defined.'] }
    : undefined;

/** The master of a chassis stays in it. */
export const masterStaysMember: BatchRule = async (candidates, { tx, alsoRead }) => {
  const left = candidates.filter(
    ({ before, row }) => before && before.virtual_chassis !== null && before.virtual_chassis !== row.virtual_chassis,
  );
  if (left.length === 0) return [];
  const ids = sql.array(
    left.map(({ row }) => row.id as string),
    'uuid',
  );
  const rows = await tx.rows<{ master: string; name: string; id: string }>(
    sql.unsafe`SELECT id, master, name FROM virtualchassis WHERE master = ANY(${ids})`,
  );
  alsoRead(
    'dcim.virtualchassis',
    rows.map(({ id, name }) => ({ id, name })),
  );
  const chassisOf = new Map(rows.map((chassis) => [chassis.master, chassis]));
  return candidates.map(({ row }): RuleResult => {
    const chassis = left.some((one) => one.row === row) ? chassisOf.get(row.id as string) : undefined;
    return chassis
      ? { virtual_chassis: [`The master device for the virtual chassis (${chassis.name}) may not be removed`] }
      : undefined;
  });
};

/** A priority is one within a group. */
export const priorityNeedsGroup: Rule = ({ row }) =>
  row.device_redundancy_group_priority !== null && row.device_redundancy_group === null
    ? {
        device_redundancy_group_priority: ['Must assign a redundancy group when defining a redundancy group priority.'],
      }
    : undefined;
