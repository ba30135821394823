import { z } from 'zod/v4';

export const customFieldTypes = [
  'text',
  'integer',
  'boolean',
  'date',
  'url',
  'select',
  'multi-select',
  'json',
  'markdown',
] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

/** What every service knows of a custom field of its objects. */
export const customFieldSchema = z.object({
  /** Empty where it was written down by a version that did not keep it, until extras has been asked again. */
  id: z.string().default(''),
  key: z.string(),
  label: z.string(),
  type: z.enum(customFieldTypes),
  filter_logic: z.enum(['disabled', 'loose', 'exact']),
  required: z.boolean(),
  default: z.unknown(),
  weight: z.number(),
  validation_minimum: z.number().nullable(),
  validation_maximum: z.number().nullable(),
  validation_regex: z.string(),
  /** What may be chosen, in order. */
  choices: z.array(z.object({ id: z.string(), value: z.string() })),
});
export type CustomField = z.infer<typeof customFieldSchema>;

/** A choice that goes by another word now, and whose values are still to be written anew. */
export interface Renaming {
  choice: string;
  from: string;
  to: string;
}

/** A custom field as a service knows it: with the words that some objects may have in the place of the new ones, oldest first. */
export interface KnownField extends CustomField {
  renamings: readonly Renaming[];
}

/** The value under a key, and nothing that objects inherit: a field may go by the name `constructor`. */
export const valueUnder = (values: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** Whether a value counts as none: null, the empty text, the empty list. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
