import { sql } from '@plumbline/store';
import type { Engine, Work } from '../engine';
import { type Facet, facetsFrom, type Relationship, relationshipSchema } from './definition';

const known = new WeakMap<Engine, Relationship[]>();
const seen = new WeakMap<Relationship[], Map<string, Facet[]>>();
const none: Relationship[] = [];

/** The relationships that objects of a model take part in, as they see them, by label. */
export function facetsOf(engine: Engine, label: string): Facet[] {
  const relationships = known.get(engine) ?? none;
  const byLabel = seen.get(relationships) ?? new Map<string, Facet[]>();
  seen.set(relationships, byLabel);
  const facets = byLabel.get(label) ?? relationships.flatMap((relationship) => facetsFrom(relationship, label));
  byLabel.set(label, facets);
  return facets;
}

/** Reads which relationships this service knows of; done at the start and whenever some process of it has taken in others. */
export async function readKnownRelationships({ engine, sql: run }: Work): Promise<void> {
  const rows = await run.rows<{ definition: unknown }>(sql.unsafe`SELECT definition FROM known_relationship`);
  const relationships = rows.map(({ definition }) => relationshipSchema.parse(definition));
  known.set(
    engine,
    relationships.sort((one, other) => (one.label < other.label ? -1 : 1)),
  );
}
