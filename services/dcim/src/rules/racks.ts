import { type BatchRule, changesStored, type Effect, type Rule, type RuleResult } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** A group has racks at its location and below. */
export const groupReachesRack: Rule = ({ related: { location, rack_group: group } }) => {
  if (!location || !group) return undefined;
  if ((location.tree_ids as string[]).includes(String(group.location))) return undefined;
  return { rack_group: [`The rack group belongs to a location that does not include location "${location.name}".`] };
};

const isMeasured = (row: Record<string, unknown>) => row.outer_width !== null || row.outer_depth !== null;

/** The outside is measured in something. */
export const outsideHasUnit: Rule = ({ row }) =>
  isMeasured(row) && row.outer_unit === ''
    ? { __all__: ['Must specify a unit when setting an outer width/depth'] }
    : undefined;

/** A unit means nothing without a measure. */
export const dropUnusedUnit: Effect = (candidates) => {
  for (const { row } of candidates) if (!isMeasured(row)) row.outer_unit = '';
};

/** A rack stays as high as the devices in it need. */
export const heightHoldsDevices: BatchRule = async (candidates, { tx }) => {
  const lowered = candidates.filter((candidate) => changesStored(candidate, 'u_height'));
  if (lowered.length === 0) return [];
  const ids = sql.array(
    lowered.map(({ row }) => row.id as string),
    'uuid',
  );
  const rows = await tx.rows<{ rack: string; needed: number }>(sql.unsafe`
    SELECT device.rack, max(device.position + kind.u_height - 1) AS needed
    FROM device JOIN devicetype kind ON kind.id = device.device_type
    WHERE device.rack = ANY(${ids}) AND device.position IS NOT NULL GROUP BY device.rack`);
  const needed = new Map(rows.map((row) => [row.rack, row.needed]));
  return candidates.map(({ row }): RuleResult => {
    const least = needed.get(row.id as string) ?? 0;
    return least > (row.u_height as number)
      ? { u_height: [`Rack must be at least ${least}U tall to house currently installed devices.`] }
      : undefined;
  });
};
