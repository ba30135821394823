import type { Catalog } from '@plumbline/model';
import { z } from 'zod/v4';

/** What filters nothing may be kept in any empty form. */
const filter = z.unknown().transform((value) => (isDictionary(value) && Object.keys(value).length > 0 ? value : null));
const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What every service knows of a relationship between objects. */
export const relationshipSchema = z.object({
  id: z.string(),
  key: z.string(),
  label: z.string(),
  type: z.enum(['one-to-one', 'one-to-many', 'many-to-many', 'symmetric-one-to-one', 'symmetric-many-to-many']),
  required_on: z.enum(['', 'source', 'destination']),
  source_type: z.string(),
  source_label: z.string(),
  source_hidden: z.boolean(),
  source_filter: filter,
  destination_type: z.string(),
  destination_label: z.string(),
  destination_hidden: z.boolean(),
  destination_filter: filter,
});
export type Relationship = z.infer<typeof relationshipSchema>;

/** The ends of an association. */
export type End = 'source' | 'destination';

/** The model that says which relationships there are. */
export const relationshipLabel = 'extras.relationship';

/** What links two objects. */
export const associationLabel = 'extras.relationshipassociation';

/** A relationship as objects of one model see it. */
export interface RelationshipSide {
  relationship: Relationship;
  /** The end these objects are at. */
  own: End;
  /** What the objects at the other end are called; `peer` where the ends are alike. */
  side: End | 'peer';
  /** The model at the other end. */
  other: string;
  /** Whether there may be several of them. */
  many: boolean;
}

export const isSymmetric = ({ type }: Pick<Relationship, 'type'>): boolean => type.startsWith('symmetric');

/** A relationship seen from the objects of a model: from neither end, from one, or from both. */
export function sidesFrom(relationship: Relationship, label: string): RelationshipSide[] {
  const { type, source_type, destination_type } = relationship;
  const relationshipSides: RelationshipSide[] = [];
  if (source_type === label) {
    const symmetric = isSymmetric(relationship);
    const many = !type.endsWith('one-to-one');
    relationshipSides.push({
      relationship,
      own: 'source',
      side: symmetric ? 'peer' : 'destination',
      other: destination_type,
      many,
    });
    if (symmetric) return relationshipSides;
  }
  if (destination_type === label)
    relationshipSides.push({
      relationship,
      own: 'destination',
      side: 'source',
      other: source_type,
      many: type === 'many-to-many',
    });
  return relationshipSides;
}

/** The filter that objects at this end have to match. */
export const ownFilter = ({ relationship, own }: RelationshipSide): Record<string, unknown> | null =>
  relationship[`${own}_filter`];

/** What people call the objects at the other end. */
export function sideTitle(catalog: Catalog, { relationship, own, other, many }: RelationshipSide): string {
  const manifest = catalog.find(other);
  return relationship[`${own}_label`] || (manifest ? (many ? manifest.plural : manifest.title) : other);
}
