import type { BatchRule, Candidate, LockStep } from '@plumbline/model';
import { sql } from '@plumbline/store';

/**
 * Reservations of one rack are changed one request at a time; whoever deletes the rack has it before they have them.
 */
export const lockReservedRacks: LockStep = (_tx, ids) =>
  ids.length === 0
    ? undefined
    : sql.fragment`
      SELECT 1 FROM rack WHERE id IN (SELECT rack FROM rackreservation WHERE id = ANY(${sql.array([...ids] as string[], 'uuid')}))
      ORDER BY id FOR NO KEY UPDATE`;

/**
 * The units are the rack's, which is this writer's alone, and no other reservation has them. Reservations of one request
 * are made one after another.
 */
export const unitsAreFree: BatchRule = async (candidates, { tx }) => {
  const racks = sql.array([...new Set(candidates.map(({ row }) => row.rack as string))], 'uuid');
  const stored = await tx.rows<Reservation>(
    sql.unsafe`SELECT id, rack, units FROM rackreservation WHERE rack = ANY(${racks})`,
  );
  const made = new Map(stored.map((reservation) => [reservation.id, reservation]));
  const kept = new Map<string, Map<number, number>>();
  const count = ({ rack, units }: Reservation, step: 1 | -1) => {
    if (!kept.has(rack)) kept.set(rack, new Map());
    const counts = kept.get(rack)!;
    for (const unit of units) counts.set(unit, (counts.get(unit) ?? 0) + step);
  };
  for (const reservation of stored) count(reservation, 1);
  return candidates.map((candidate) => {
    const wanted = candidate.row as unknown as Reservation;
    const own = made.get(wanted.id);
    if (own) count(own, -1);
    const problem = unitsProblem(candidate, kept.get(wanted.rack));
    const stays = problem ? own : wanted;
    if (stays) count(stays, 1);
    return problem;
  });
};

interface Reservation {
  id: string;
  rack: string;
  units: number[];
}

function unitsProblem({ row, related }: Candidate, kept: Map<number, number> | undefined) {
  const units = row.units as number[];
  const height = related.rack!.u_height as number;
  const beyond = units.filter((unit) => unit < 1 || unit > height);
  if (beyond.length > 0)
    return { units: [...limitProblems(units), `Invalid unit(s) for ${height}U rack: ${beyond.join(', ')}`] };
  const taken = units.filter((unit) => (kept?.get(unit) ?? 0) > 0);
  return taken.length > 0
    ? { units: [`The following units have already been reserved: ${taken.join(', ')}`] }
    : undefined;
}

/** What is wrong with the numbers before any rack is looked at; the contract tells both. */
function limitProblems(units: number[]): string[] {
  return units.flatMap((unit, index) => {
    if (unit < 0) return [`Unit ${index + 1} of the list: ensure this value is greater than or equal to 0.`];
    return unit > 32767 ? [`Unit ${index + 1} of the list: ensure this value is less than or equal to 32767.`] : [];
  });
}
