import type { Engine } from '../engine';
import { createDefinitions } from '../known/definitions';
import { type Facet, facetsFrom, type Relationship, relationshipLabel, relationshipSchema } from './definition';

/** The relationships that objects of this service's models take part in. */
export const knownRelationships = createDefinitions({
  label: relationshipLabel,
  schema: relationshipSchema,
  table: 'known_relationship',
  isAbout: ({ models }, one) => models.has(one.source_type) || models.has(one.destination_type),
  order: (one, other) => (one.label < other.label ? -1 : 1),
  concerns: ({ models }) => [...models.values()].some(({ abilities }) => abilities.relationships),
});

const seen = new WeakMap<readonly Relationship[], Map<string, Facet[]>>();

/** The relationships that objects of a model take part in, as they see them, by label. */
export function facetsOf(engine: Engine, label: string): Facet[] {
  const relationships = knownRelationships.all(engine);
  const byLabel = seen.get(relationships) ?? new Map<string, Facet[]>();
  seen.set(relationships, byLabel);
  const facets = byLabel.get(label) ?? relationships.flatMap((relationship) => facetsFrom(relationship, label));
  byLabel.set(label, facets);
  return facets;
}
