import { createDefinitions, type Engine } from '@plumbline/engine';
import { z } from 'zod/v4';

/** What every service knows of a text that is made of its objects. */
const computedFieldSchema = z.object({
  id: z.string(),
  key: z.string(),
  content_type: z.string(),
  template: z.string(),
  fallback_value: z.string(),
  weight: z.number(),
});
export type ComputedField = z.infer<typeof computedFieldSchema>;

/** The computed fields of this service's models. */
export const syncedComputedFields = createDefinitions({
  label: 'extras.computedfield',
  schema: computedFieldSchema,
  table: 'known_computed_field',
  isAbout: ({ models }, { content_type }) => models.has(content_type),
  order: (one, other) => one.weight - other.weight || (one.key < other.key ? -1 : 1),
  concerns: ({ models }) => [...models.values()].some(({ abilities }) => abilities.computedFields),
});

/** The computed fields of a model, in the order they are shown in. */
export const computedFieldsOf = (engine: Engine, label: string): ComputedField[] =>
  syncedComputedFields.all(engine).filter(({ content_type }) => content_type === label);
