import type { Field, Model } from '@plumbline/model';

/** The fields a client may set. */
export function writableFields(model: Model): [string, Field][] {
  return Object.entries(model.fields).filter(
    ([name, { options }]) => name !== 'id' && !options.readOnly && !options.hidden,
  );
}

/**
 * Fields a create or replace must mention: the required ones, and those that must be unique together and have no
 * default.
 */
export function mandatoryFields(model: Model): string[] {
  const together = uniqueTogether(model);
  return writableFields(model)
    .filter(([name, { options }]) => options.required || (together.includes(name) && options.default === undefined))
    .map(([name]) => name);
}

/** The fields whose values must be unique together, whatever is sent. */
export const uniqueTogether = (model: Model): string[] =>
  model.unique
    .filter((unique) => unique.checkedBy === 'serializer' && !unique.whenSent)
    .flatMap((unique) => unique.fields);
