import type { Description, Field } from '../api/description';
import { type ApiObject, isChoice, isRecord, isRelated } from '../api/types';

/** What is entered about an object, by field, as it is sent. */
export type FormValues = Record<string, unknown>;

/** A value of an object as it is sent: related objects by their id, choices by their value; JSON as it is. */
export function sentValue(value: unknown, field?: Pick<Field, 'kind'>): unknown {
  if (field?.kind === 'json') return value;
  if (isRelated(value)) return value.id;
  if (isChoice(value)) return value.value;
  if (Array.isArray(value)) return value.map((one) => sentValue(one));
  return value;
}

/** Fields that can be entered, in the order of the form. */
export const enteredFields = (description: Description): Field[] =>
  description.formOrder.flatMap((name) => {
    const field = description.field(name);
    return field &&
      !field.readOnly &&
      !['customFields', 'relationships'].includes(field.kind) &&
      !(field.kind.startsWith('related') && field.to === undefined)
      ? [field]
      : [];
  });

/** What an object's form begins with. */
export function valuesOf(description: Description, object: ApiObject): FormValues {
  const fields = enteredFields(description).map((field) => [field.name, sentValue(object[field.name], field)] as const);
  const custom = isRecord(object.custom_fields) ? { custom_fields: object.custom_fields } : {};
  const related = isRecord(object.relationships) ? { relationships: sentRelationships(object.relationships) } : {};
  return { ...Object.fromEntries(fields), ...custom, ...related };
}

/** The ends of relationships that lead away from an object. */
export const relationshipSides = ['source', 'destination', 'peer'] as const;

/** The relationships of an object as they are sent: by key and side the ids of objects. */
export type SentRelationships = Record<
  string,
  Partial<Record<(typeof relationshipSides)[number], { objects: string[] }>>
>;

const sentRelationships = (shown: Record<string, unknown>): SentRelationships =>
  Object.fromEntries(
    Object.entries(shown).map(([key, sides]) => [
      key,
      Object.fromEntries(
        relationshipSides.flatMap((side) => {
          const of = isRecord(sides) ? sides[side] : undefined;
          return isRecord(of) && Array.isArray(of.objects)
            ? [[side, { objects: of.objects.map((one) => String(sentValue(one))) }]]
            : [];
        }),
      ),
    ]),
  );

/** Whether two values are sent as the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(normal(one)) === JSON.stringify(normal(other));

const normal = (value: unknown): unknown => {
  if (value === undefined || value === '') return null;
  return ordered(value);
};

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The same for the same: related objects have no order among them, nor have the names of a record; all else has. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string' && uuid.test(one)) ? [...value].sort() : value.map(ordered);
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, one]) => [name, ordered(one)]),
    );
  return value;
}

/** Fields that hold several by their keys. What is sent of one leaves the others as they are. */
const holders = new Set(['custom_fields', 'relationships']);

/** The values with each custom field and relationship by a name of its own: `custom_fields.tier`. */
export const flattened = (values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      holders.has(name) && isRecord(value)
        ? Object.entries(value).map(([key, one]) => [`${name}.${key}`, one] as const)
        : [[name, value] as const],
    ),
  );

/** Flattened values as they are sent. */
export function gathered(flat: FormValues): FormValues {
  const values: FormValues = {};
  for (const [name, value] of Object.entries(flat)) {
    const [holder = '', key] = name.split('.');
    const held = values[holder];
    values[holder] = key === undefined ? value : { ...(isRecord(held) ? held : {}), [key]: value };
  }
  return values;
}

/** Of flattened values those that are other than they were. */
export const changedOf = (before: FormValues, now: FormValues): FormValues =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !isSame(before[name], value)));

/** The values that are other than they were, as they are sent: what others change beside them stays, and what one does not see. */
export const changedValues = (before: FormValues, now: FormValues): FormValues =>
  gathered(changedOf(flattened(before), flattened(now)));
