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

/** A rear port has at least as many positions as front ports that lead to it, and loses none that they lead to. */
export const hasPositionsInUse: BatchRule = async (candidates, { tx }) => {
  const ids = candidates.filter(({ before }) => before).map(({ row }) => row.id as string);
  if (ids.length === 0) return [];
  const counted = await tx.rows<Used>(sql.unsafe`
    SELECT rear_port AS id, count(*)::int4 AS count, max(rear_port_position) AS highest FROM frontport
    WHERE rear_port = ANY(${sql.array(ids, 'uuid')}) GROUP BY rear_port`);
  const used = new Map(counted.map((row) => [row.id, row]));
  return candidates.map((candidate) => tooFew(candidate, used.get(candidate.row.id as string)));
};

/** How many front ports lead to a rear port, and the highest position that one of them leads to. */
interface Used {
  id: string;
  count: number;
  highest: number;
}

function tooFew({ before, row }: Candidate, used: Used | undefined): RuleResult {
  if (!used) return undefined;
  const positions = Number(row.positions);
  if (positions < used.count)
    return {
      positions: [`There are ${used.count} front ports that lead to this rear port, so it needs as many positions.`],
    };
  if (positions < used.highest && positions < Number(before!.positions))
    return { positions: [`There is a front port that leads to position ${used.highest} of this rear port.`] };
  return undefined;
}
