import type { BatchRule, Candidate, LockStep } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** Reservations of one rack are changed one request at a time; whoever deletes the rack has it before they have them. */
export const holdRacks: LockStep = async (tx, ids) => {
  await tx.run(sql.unsafe`
    SELECT 1 FROM rack WHERE id IN (SELECT rack FROM rackreservation WHERE id = ANY(${sql.array([...ids] as string[], 'uuid')}))
    ORDER BY id FOR NO KEY UPDATE`);
};

/** The units are the rack's, and no other reservation has them. Those of one request are each compared with what is stored. */
export const unitsAreFree: BatchRule = async (candidates, { tx }) => {
  const racks = sql.array([...new Set(candidates.map(({ row }) => row.rack as string))], 'uuid');
  await tx.run(sql.unsafe`SELECT 1 FROM rack WHERE id = ANY(${racks}) ORDER BY id FOR NO KEY UPDATE`);
  const stored = await tx.rows<{ id: string; rack: string; units: number[] }>(
    sql.unsafe`SELECT id, rack, units FROM rackreservation WHERE rack = ANY(${racks})`,
  );
  return candidates.map((candidate) => {
    const others = stored.filter(({ id, rack }) => rack === candidate.row.rack && id !== candidate.row.id);
    return unitsProblem(candidate, new Set(others.flatMap(({ units }) => units)));
  });
};

function unitsProblem({ row, related }: Candidate, reserved: Set<number>) {
  const units = row.units as number[];
  const height = related.rack!.u_height as number;
  const beyond = units.filter((unit) => unit < 1 || unit > height);
  if (beyond.length > 0) return { units: [`Invalid unit(s) for ${height}U rack: ${beyond.join(', ')}`] };
  const taken = units.filter((unit) => reserved.has(unit));
  return taken.length > 0
    ? { units: [`The following units have already been reserved: ${taken.join(', ')}`] }
    : undefined;
}
