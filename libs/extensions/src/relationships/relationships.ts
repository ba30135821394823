import { createDefinitions, type Engine, memoize } from '@plumbline/engine';
import {
  type Relationship,
  type RelationshipSide,
  relationshipLabel,
  relationshipSchema,
  sidesFrom,
} from './relationship';

/** The relationships that objects of this service's models take part in. */
export const syncedRelationships = createDefinitions({
  label: relationshipLabel,
  schema: relationshipSchema,
  table: 'known_relationship',
  isAbout: ({ models }, one) => models.has(one.source_type) || models.has(one.destination_type),
  order: (one, other) => (one.label < other.label ? -1 : 1),
  concerns: ({ models }) => [...models.values()].some(({ abilities }) => abilities.relationships),
});

const seenIn = memoize((_relationships: readonly Relationship[]) => new Map<string, RelationshipSide[]>());

/** The relationships that objects of a model take part in, as they see them, by label. */
export function sidesOf(engine: Engine, label: string): RelationshipSide[] {
  const relationships = syncedRelationships.all(engine);
  const byLabel = seenIn(relationships);
  const relationshipSides =
    byLabel.get(label) ?? relationships.flatMap((relationship) => sidesFrom(relationship, label));
  byLabel.set(label, relationshipSides);
  return relationshipSides;
}
