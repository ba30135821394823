import { type Queryable, sql } from '@plumbline/store';
import { closestPrefix } from './closestPrefix';

/** A block, or an address as one, in a namespace. */
export interface Place {
  namespace: string;
  block: string;
}

/** A prefix found around a place. */
export interface ClosestPrefix {
  id: string;
  prefix: string;
}

/** The closest stored prefix around each place, in the places' order, in one statement. */
export async function findClosest(
  tx: Queryable,
  places: readonly Place[],
  options: { orEqual: boolean; except?: readonly string[] },
): Promise<(ClosestPrefix | undefined)[]> {
  const search = closestPrefix({
    namespace: sql.fragment`place.namespace`,
    block: sql.fragment`place.block`,
    ...options,
  });
  const rows = await tx.rows<{ index: number; id: string; prefix: string }>(sql.unsafe`
    SELECT place.index, closest.id, closest.prefix
    FROM unnest(
      ${sql.array(
        places.map(({ namespace }) => namespace),
        'uuid',
      )},
      ${sql.array(
        places.map(({ block }) => block),
        'cidr',
      )}
    ) WITH ORDINALITY AS place(namespace, block, index)
    CROSS JOIN LATERAL ${search} closest`);
  const found = new Map(rows.map(({ index, id, prefix }) => [Number(index) - 1, { id, prefix }]));
  return places.map((_, index) => found.get(index));
}
