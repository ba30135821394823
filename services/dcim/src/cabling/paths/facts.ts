import { groupedBy } from '@plumbline/engine';
import { type WriteContext, where } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';
import type { Facts, HopNeed } from './traceAll';
import type { Hop } from './walk';

interface HopRow {
  index: number;
  cable: string;
  connected: boolean;
  far_type: Hop['far']['type'];
  far_id: string;
  rear: string | null;
  position: number | null;
  positions: number | null;
  front: string | null;
}

/** What is plugged where, as a transaction sees it; what lies behind the ends of circuits is circuits' to say. */
export const factsOf = ({ tx, select }: Pick<WriteContext, 'tx' | 'select'>): Facts => ({
  hops: (asked) => findHops(tx, asked),
  otherEnds: async (ends) => {
    const inCircuits = where('circuit.circuit_terminations', 'in', [...new Set(ends)]);
    const rows = await select('circuits.circuittermination', inCircuits, ['circuit']);
    const circuits = new Map(rows.map(({ id, circuit }) => [id, circuit]));
    const byCircuit = groupedBy(rows, ({ circuit }) => circuit);
    return ends.map((end) => byCircuit.get(circuits.get(end))?.find(({ id }) => id !== end)?.id as string | undefined);
  },
});

/** The cables at terminations with what stands at their other ends, all in one statement. */
async function findHops(tx: Queryable, asked: HopNeed[]): Promise<(Hop | undefined)[]> {
  const types = sql.array(
    asked.map(({ at }) => at.type as string),
    'text',
  );
  const ids = sql.array(
    asked.map(({ at }) => at.id),
    'uuid',
  );
  const positions = sql.array(
    asked.map(({ position }) => position ?? null),
    'int4',
  );
  const rows = await tx.rows<HopRow>(sql.unsafe`
    SELECT (asked.index - 1)::int4 AS index, hop.*, rear.id AS rear, entered.rear_port_position AS position, rear.positions,
      beyond.id AS front
    FROM unnest(${types}, ${ids}, ${positions}) WITH ORDINALITY AS asked(type, id, position, index)
    CROSS JOIN LATERAL (
      SELECT id AS cable, connected, termination_b_type AS far_type, termination_b_id AS far_id
      FROM cable WHERE termination_a_type = asked.type AND termination_a_id = asked.id
      UNION ALL
      SELECT id, connected, termination_a_type, termination_a_id
      FROM cable WHERE termination_b_type = asked.type AND termination_b_id = asked.id
    ) hop
    LEFT JOIN frontport entered ON hop.far_type = 'dcim.frontport' AND entered.id = hop.far_id
    LEFT JOIN rearport rear ON rear.id = CASE hop.far_type WHEN 'dcim.rearport' THEN hop.far_id ELSE entered.rear_port END
    LEFT JOIN frontport beyond ON hop.far_type = 'dcim.rearport' AND beyond.rear_port = rear.id
      AND beyond.rear_port_position = CASE rear.positions WHEN 1 THEN 1 ELSE asked.position END`);
  const found: (Hop | undefined)[] = asked.map(() => undefined);
  for (const row of rows) found[row.index] = hopOf(row);
  return found;
}

function hopOf({ cable, connected, far_type, far_id, rear, position, positions, front }: HopRow): Hop {
  const hop: Hop = { cable, connected, far: { type: far_type, id: far_id } };
  if (rear === null) return hop;
  if (far_type === 'dcim.rearport') return { ...hop, front: { id: front ?? undefined, positions: positions! } };
  return { ...hop, rear: { id: rear, positions: positions!, position: position! } };
}
