import type { RuleResult, WriteContext } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** What is wrong with objects that are moved, by their ids. */
export type Refusals = ReadonlyMap<unknown, RuleResult>;

/** What moves along with something else: its label, its table, and what people call it there. */
export interface Moving {
  label: string;
  table: string;
  /** Begins what is said of them. */
  who: string;
}

/** Those of these objects that the types of their locations do not permit. */
export async function wrongPlaces(
  { tx, alsoRead }: WriteContext,
  { label, table, who }: Moving,
  ids: string[],
): Promise<Refusals> {
  const refusing = await tx.rows<{ id: string; name: string; moved: string }>(sql.unsafe`
    SELECT kind.id, kind.name, moved.id AS moved FROM ${sql.identifier([table])} moved
    JOIN location place ON place.id = moved.location JOIN locationtype kind ON kind.id = place.location_type
    WHERE moved.id = ANY(${sql.array(ids, 'uuid')}) AND NOT ${label}::text = ANY(kind.content_types)`);
  alsoRead(
    'dcim.locationtype',
    refusing.map(({ id, name }) => ({ id, name })),
  );
  const told = (name: string) => `${who} may not associate to locations of type "${name}".`;
  return new Map(refusing.map(({ moved, name }) => [moved, { location: [told(name)] }]));
}
