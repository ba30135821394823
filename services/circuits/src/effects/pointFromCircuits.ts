import type { Effect } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';
import { endA, endZ } from '../sql/endsOfCircuits';

/** Circuits name the terminations on their two sides. */
export const pointFromCircuits: Effect = async (candidates, { tx, now, alsoChanged }) => {
  const circuits = candidates.flatMap(({ before, row }) => [before?.circuit ?? row.circuit, row.circuit]) as string[];
  const distinct = [...new Set(circuits)];
  await nameEnds(tx, distinct, now);
  await alsoChanged('circuits.circuit', distinct);
};

/**
 * Has circuits name their ends anew. They are locked before anybody looks which these are, so that of several who make
 * or move ends of a circuit at once the last sees what the others did.
 */
export async function nameEnds(tx: Queryable, circuits: string[], now: string): Promise<void> {
  const ids = sql.array(circuits, 'uuid');
  await tx.run(sql.unsafe`SELECT 1 FROM circuit WHERE id = ANY(${ids}) ORDER BY id FOR NO KEY UPDATE`);
  await tx.run(sql.unsafe`
    UPDATE circuit line SET
      circuit_termination_a = ${endA}, circuit_termination_z = ${endZ}, last_updated = ${now}::timestamptz
    WHERE line.id = ANY(${ids})`);
}
