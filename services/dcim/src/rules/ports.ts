import type { BatchRule, Candidate, Rule, RuleResult } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** Front and rear of a panel are one device. */
export const rearPortIsOnDevice: Rule = ({ row, related: { rear_port: rear } }) =>
  rear && rear.device !== row.device
    ? { rear_port: [`Rear port "${rear.name}" must belong to the same device.`] }
    : undefined;

/** A front port takes one of the positions its rear port has. */
export const positionExists: Rule = ({ row, related: { rear_port: rear } }) =>
  rear && Number(row.rear_port_position) > Number(rear.positions)
    ? { rear_port_position: [`Rear port "${rear.name}" has only ${rear.positions} positions.`] }
    : undefined;

/** A rear port has at least as many positions as front ports that lead to it, and those that they lead to. */
export const hasPositionsInUse: BatchRule = async (candidates, { tx }) => {
  const changed = candidates.filter(({ before, row }) => before && Number(row.positions) < Number(before.positions));
  if (changed.length === 0) return candidates.map(() => undefined);
  const ids = changed.map(({ row }) => row.id as string);
  const counted = await tx.rows<Used>(sql.unsafe`
    SELECT rear_port AS id, count(*)::int4 AS count, max(rear_port_position) AS highest FROM frontport
    WHERE rear_port = ANY(${sql.array(ids, 'uuid')}) GROUP BY rear_port`);
  const used = new Map(counted.map((row) => [row.id, row]));
  return candidates.map((candidate) =>
    changed.includes(candidate) ? tooFew(candidate, used.get(candidate.row.id as string)) : undefined,
  );
};

/** How many front ports lead to a rear port, and the highest position that one of them leads to. */
interface Used {
  id: string;
  count: number;
  highest: number;
}

function tooFew({ row }: Candidate, used: Used | undefined): RuleResult {
  if (!used || Number(row.positions) >= used.highest) return undefined;
  return {
    positions: [
      Number(row.positions) < used.count
        ? `There are ${used.count} front ports that lead to this rear port, so it needs as many positions.`
        : `There is a front port that leads to position ${used.highest} of this rear port.`,
    ],
  };
}
