import type { Field, Model } from '@plumbline/model';
import { memoize } from './kept/memoize';

/** The fields a client may set. */
export const writableFields = memoize((model: Model): readonly [string, Field][] =>
  Object.entries(model.fields).filter(([name, { options }]) => name !== 'id' && !options.readOnly && !options.hidden),
);

/**
 * Fields a create or replace must mention: the required ones, and those that must be unique together and have no
 * default.
 */
export const mandatoryFields = memoize((model: Model): readonly string[] => {
  const together = uniqueTogether(model);
  return writableFields(model)
    .filter(([name, { options }]) => options.required || (together.includes(name) && options.default === undefined))
    .map(([name]) => name);
});

/** The fields whose values must be unique together, whatever is sent. */
export const uniqueTogether = (model: Model): readonly string[] =>
  model.unique
    .filter((unique) => unique.checkedBy === 'serializer' && !unique.whenSent)
    .flatMap((unique) => unique.fields);

/** The fields that are files. */
export const fileFields = memoize((model: Model) => Object.entries(model.fields).filter(([, field]) => field.isFile));

/** The fields that are shown as they were sent although nothing of it is kept. */
export const echoedFields = memoize((model: Model) =>
  Object.keys(model.fields).filter((name) => model.fields[name]!.options.echoed),
);
