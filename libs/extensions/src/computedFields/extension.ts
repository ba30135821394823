import type { Extension } from '@plumbline/engine';
import { computedFieldsOf, syncedComputedFields } from './computedFields';
import { computedFieldTables } from './tables';
import { computedTexts } from './texts';

/** Texts that templates make of objects (docs/contract/custom-data.md). */
export const computedFields: Extension = {
  name: 'computed fields',
  concerns: ({ abilities }) => abilities.computedFields,
  keys: () => [
    {
      key: 'computed_fields',
      title: 'Computed fields',
      optIn: true,
      readOnly: true,
      value: {
        of: 'page',
        isEmpty: (engine, { label }) => computedFieldsOf(engine, label).length === 0,
        texts: computedTexts,
      },
      form: () => ({ type: 'string', readOnly: true }),
      schema: { type: 'object', additionalProperties: {} },
    },
  ],
  onlyShown: ['computed_fields'],
  tables: computedFieldTables,
  follow: syncedComputedFields,
};
