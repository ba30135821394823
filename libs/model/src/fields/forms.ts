import type { Label } from '../catalog/label';
import type { FieldOfKind } from './fieldOptions';

/** One property of the form schema that OPTIONS answers: JSON schema, with what form builders need to offer objects. */
export type Property = Record<string, unknown>;

/** What the property of a field takes from beyond it. */
export interface PropertyContext {
  /** What people call the field. */
  title: string;
  /** What they would call it by its name alone. */
  plainTitle: string;
  /** The content types the field may name, in the contract's order, with how people read them. */
  contentTypes(): (readonly [label: string, name: string])[];
  /** The page that lists the objects of a model. */
  pageOf(label: Label): string | null;
}

/** How a field stands in a form. */
export interface FormHints {
  widget?: string;
  /** What is said of a value that is none. */
  message?: string;
  /** It takes an area of text rather than a line. */
  isArea?: boolean;
  /** The widget of each item of a list. */
  itemWidget?: string;
}

/** A value of a type that the recordings know; patterns and formats stand before limits there. */
export function plainProperty(
  field: FieldOfKind,
  { title }: PropertyContext,
  facts: { type: string; [fact: string]: unknown },
): Property {
  const { type, ...rest } = facts;
  const { readOnly, resetOnReplace, default: usual, pattern } = field.options;
  return {
    type: orNull(field, type),
    title,
    ...(pattern ? { pattern: pattern.source } : {}),
    ...rest,
    ...limitsOf(field),
    ...(readOnly ? { readOnly: true } : {}),
    ...(resetOnReplace && usual !== null && typeof usual !== 'function' ? { default: usual } : {}),
  };
}

/** A type, and null where that is a value. */
export const orNull = ({ options }: FieldOfKind, type: string): string | string[] =>
  options.nullable || options.default === null ? [type, 'null'] : type;

/** A list of plain values. */
export const itemsProperty = (field: FieldOfKind, { title }: PropertyContext, type: string): Property => ({
  type: 'array',
  title,
  required: false,
  items: { type, title: '', ...limitsOf(field) },
  uniqueItems: true,
});

/** A list of what can be chosen among objects or content types. */
export const listProperty = (title: string, items: Property): Property => ({
  type: 'array',
  title,
  required: [],
  items,
  uniqueItems: true,
});

/** What is worked out by a function counts as text in the recordings, whatever it is. */
export const textProperty = ({ title }: PropertyContext): Property => ({ type: 'string', title, readOnly: true });

/** What may be chosen, with the words people read. */
export const enumeration = (choices: readonly (readonly [value: string | number, label: string])[]): Property => ({
  enum: choices.map(([value]) => value),
  enumNames: choices.map(([, label]) => label),
});

/** The limits of a value that clients send. */
function limitsOf({ options }: FieldOfKind): Property {
  const { maxLength, minLength, min, max, readOnly } = options;
  if (readOnly) return {};
  return {
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(min === undefined ? {} : { minimum: min }),
  };
}
