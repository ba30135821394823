import type { Description, Field } from '../api/description';
import { type ApiObject, isChoice, isRecord, isRelated } from '../api/types';

/** What is entered about an object, by field, as it is sent. */
export type FormValues = Record<string, unknown>;

/** A value of an object as it is sent: related objects by their id, choices by their value. */
export function sentValue(value: unknown): unknown {
  if (isRelated(value)) return value.id;
  if (isChoice(value)) return value.value;
  if (Array.isArray(value)) return value.map(sentValue);
  return value;
}

/** Fields that can be entered, in the order of the form. */
export const enteredFields = (description: Description): Field[] =>
  description.formOrder.flatMap((name) => {
    const field = description.field(name);
    return field &&
      !field.readOnly &&
      !['customFields', 'relationships', 'file'].includes(field.kind) &&
      !(field.kind.startsWith('related') && field.to === undefined)
      ? [field]
      : [];
  });

/** What an object's form begins with. */
export function valuesOf(description: Description, object: ApiObject): FormValues {
  const fields = enteredFields(description).map(({ name }) => [name, sentValue(object[name])] as const);
  const custom = isRecord(object.custom_fields) ? { custom_fields: object.custom_fields } : {};
  return { ...Object.fromEntries(fields), ...custom };
}

/** Whether two values are sent as the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(normal(one)) === JSON.stringify(normal(other));

const normal = (value: unknown): unknown => {
  if (value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.map(String).sort();
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  return value;
};

/** The values that are other than they were. */
export const changedValues = (before: FormValues, now: FormValues): FormValues =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !isSame(before[name], value)));
