import { partsOfLabel } from '../catalog/label';
import type { FieldOfKind } from '../fields/fieldOptions';
import { listProperty, orNull, type Property, type PropertyContext } from '../fields/forms';
import { accept, type Kind, type Parsed, refuse } from '../fields/kind';
import { readObjectKey, readUuid } from './structure';

/** How a client named a related object; the engine finds out which one it is. */
export type Reference =
  | { by: 'id'; id: string | number }
  | { by: 'key'; parts: (string | null)[] }
  | { by: 'attributes'; attributes: Record<string, unknown> };

/** Reads one of the five forms of naming a related object (docs/contract/references.md); null means none. */
export function readReference(value: unknown): Reference | null | { unrecognized: unknown } {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { by: 'id', id: value } : { unrecognized: value };
  if (typeof value === 'string') return readReferenceText(value);
  if (typeof value !== 'object' || Array.isArray(value)) return { unrecognized: value };
  const attributes = value as Record<string, unknown>;
  if ('url' in attributes) return readReferenceOrNothing(attributes.url);
  if ('id' in attributes) return readIdentifier(attributes.id);
  return { by: 'attributes', attributes: flatten(attributes) };
}

function readReferenceOrNothing(url: unknown): Reference | { unrecognized: unknown } {
  return typeof url === 'string' && url !== '' ? readReferenceText(url) : { unrecognized: url };
}

function readIdentifier(id: unknown): Reference | { unrecognized: unknown } {
  if (typeof id === 'number' && Number.isSafeInteger(id)) return { by: 'id', id };
  const uuid = readUuid(id);
  return uuid === undefined ? { unrecognized: id } : { by: 'id', id: uuid };
}

function readReferenceText(text: string): Reference | { unrecognized: unknown } {
  const uuid = readUuid(text);
  if (uuid !== undefined) return { by: 'id', id: uuid };
  if (/^https?:\/\//i.test(text)) {
    const last = text.split(/[?#]/)[0]!.split('/').filter(Boolean).at(-1) ?? '';
    return readIdentifier(readObjectKey('int', last) ?? last);
  }
  return { by: 'key', parts: readCompositeKey(text) };
}

/**
 * Splits `Global;10.0.0.0;8` into its parts; `%00` is null (docs/contract/references.md), also where a URL has been decoded
 * before.
 */
export function readCompositeKey(text: string): (string | null)[] {
  return text
    .split(';')
    .map(decode)
    .map((part) => (part === '\0' ? null : part));
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}

/** `{parent: {name: 'x'}}` → `{parent__name: 'x'}`; a nested object with an id counts as that id. */
function flatten(attributes: Record<string, unknown>, prefix = ''): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) flat[prefix + key] = value;
    else Object.assign(flat, flatten(value as Record<string, unknown>, `${prefix}${key}__`));
  }
  return flat;
}

function unrecognized(value: unknown): Parsed {
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return refuse(
    `Related objects must be referenced by ID or by dictionary of attributes. Received an unrecognized value: ${shown}`,
  );
}

/** What kinds have in common whose values name an object: what may be named, and the page where people find it. */
export const relatesToOne: Pick<Kind, 'filter' | 'relates' | 'wire' | 'schema' | 'property'> = {
  filter: 'relation',
  relates: 'one',
  wire: () => ({ type: 'object' }),
  schema: ({ options: { nullable, neverNull } }, { named }, direction) => {
    if (direction === 'shown') return named(nullable ? 'RelatedObjectOrNull' : 'RelatedObject');
    return named(nullable && !neverNull ? 'RelatedObjectRequestOrNull' : 'RelatedObjectRequest');
  },
  property: (field, context) => objectProperty(field, context.title, field.options.required, context),
};

/** The same of several objects. */
export const relatesToSeveral: Pick<Kind, 'filter' | 'relates' | 'isSet' | 'wire' | 'schema' | 'property'> = {
  filter: 'relation',
  relates: 'several',
  isSet: true,
  wire: () => ({ type: 'array' }),
  schema: (_field, { named }, direction) => ({
    type: 'array',
    items: named(direction === 'shown' ? 'RelatedObject' : 'RelatedObjectRequest'),
  }),
  property: (field, context) => {
    const { title, plainTitle } = context;
    return listProperty(title, objectProperty(field, title === plainTitle ? '' : title, false, context));
  },
};

function objectProperty(field: FieldOfKind, title: string, required: boolean, { pageOf }: PropertyContext): Property {
  const { to, readOnly } = field.options;
  const property = { type: orNull(field, 'object'), title, uniqueItems: true };
  if (readOnly) return { ...property, readOnly: true };
  const { app: appLabel, model: modelName } = partsOfLabel(to!);
  return { ...property, required, modelName, appLabel, modelUrl: pageOf(to!) };
}

/** A relation to one object, here or in another service; the column holds its id. Parses to a `Reference`. */
export const ref: Kind = {
  ...relatesToOne,
  column: ({ options }) => options.columnType ?? 'uuid',
  parse: (value, { options }) => {
    const reference = readReference(value);
    if (reference === null)
      return options.nullable && !options.neverNull ? accept(null) : refuse('This field may not be null.');
    return 'unrecognized' in reference ? unrecognized(reference.unrecognized) : accept(reference);
  },
  outline: ({ options }) => ({ is: 'one', to: options.to! }),
};

/** Objects that one may be related to by one field, or one side of a relationship. */
export const mostRelated = 10_000;

/** A relation to several objects; the column holds their ids. Parses to a list of `Reference`s. */
export const many: Kind = {
  ...relatesToSeveral,
  column: ({ options }) => `${options.columnType ?? 'uuid'}[]`,
  parse: (value, field) => {
    const items = listItems(value);
    if (!items) return notAList(value);
    if (items.length > mostRelated) return refuse(`Ensure this field has no more than ${mostRelated} elements.`);
    const references: Reference[] = [];
    for (const item of items) {
      const reference = readReference(item);
      if (reference === null) return refuse('This field may not be null.');
      if ('unrecognized' in reference) return unrecognized(reference.unrecognized);
      references.push(reference);
    }
    return references.length === 0 && field.options.required && field.options.minLength
      ? refuse('This list may not be empty.')
      : accept(references);
  },
  fromText: splitList,
  isSortable: () => false,
  outline: ({ options }) => ({ is: 'several', to: options.to! }),
};

export function splitList(cell: string): string[] {
  return cell === '' ? [] : cell.split(',').map((item) => item.trim());
}

/** The items of a list. An object without members is an empty one: some languages write their empty lists so. */
export function listItems(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? [] : undefined;
}

/** What is said of a value that is no list. */
export const notAList = (value: unknown) => refuse(`Expected a list of items but got type "${pythonType(value)}".`);

/** The name the contract's error messages give a JSON value's type. */
export function pythonType(value: unknown): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return Array.isArray(value) ? 'list' : 'dict';
}
