import { type Draft, type Reference, refTo } from '../apply/draft';
import type { LinkKind } from './mapping/language';

/** A relationship that stands for a relation of theirs. */
export const relationshipDraft = ({ key, label, one, many, several }: LinkKind): Draft => ({
  endpoint: 'extras/relationships',
  key: `relationship:${key}`,
  body: {
    key,
    label,
    type: several ? 'many-to-many' : 'one-to-many',
    source_type: one,
    destination_type: many,
  },
});

/** That two objects are related by it. */
export const associationDraft = (
  { key, one: oneLabel, many: manyLabel, several }: LinkKind,
  one: Reference,
  many: Reference,
): Draft => ({
  endpoint: 'extras/relationship-associations',
  key: `association:${key} ${many.$ref}${several ? ` ${one.$ref}` : ''}`,
  body: {
    relationship: refTo(`relationship:${key}`, true),
    source_type: oneLabel,
    source_id: { ...one, required: true },
    destination_type: manyLabel,
    destination_id: { ...many, required: true },
  },
});
