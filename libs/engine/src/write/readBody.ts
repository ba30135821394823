import type { FieldErrors, Identity } from '@plumbline/http';
import { type Field, type Model, pythonType, type Reference } from '@plumbline/model';
import { blame, type Item, type WriteMode } from './item';

/**
 * First stage of a write: reads each field of the body by its kind (rules/core.md §3). Relations are only named so far.
 */
export function readBody(model: Model, item: Item, mode: WriteMode, identity: Identity): void {
  const { body } = item;
  if (body === null) {
    blame(item, { non_field_errors: ['No data provided'] });
    return;
  }
  if (typeof body !== 'object' || Array.isArray(body)) {
    blame(item, { non_field_errors: [`Invalid data. Expected a dictionary, but got ${pythonType(body)}.`] });
    return;
  }
  const given = body as Record<string, unknown>;
  const mandatory = new Set(mode === 'change' ? [] : mandatoryFields(model));
  let isEmptied = false;
  const errors: FieldErrors = {};
  for (const [name, field] of writableFields(model)) {
    if (field.options.onlyOnCreate && mode !== 'create') continue;
    if (!Object.hasOwn(given, name)) {
      if (mandatory.has(name) && !isMeasured(field, given)) errors[name] = [missing(field)];
      else if (mode !== 'change' && (mode === 'create' || field.options.resetOnReplace))
        useDefault(item, name, field, identity);
      continue;
    }
    const problem = readField(item, name, field, given[name]);
    if (problem && isNoObject(field, given[name]) && uniqueTogether(model).includes(name)) isEmptied = true;
    else if (problem) errors[name] = problem;
  }
  if (Object.keys(errors).length > 0) blame(item, errors);
  // An empty list in place of an object is noticed by the search for duplicates, which comes after the fields.
  else if (isEmptied) blame(item, { non_field_errors: ['“[]” is not a valid UUID.'] });
}

const isNoObject = (field: Field, value: unknown): boolean =>
  field.isRelation && !field.isMany && Array.isArray(value) && value.length === 0;

const missing = (field: Field): string => (field.isFile ? 'No file was submitted.' : 'This field is required.');

/** What is measured of a file need not be said when the file comes along. */
const isMeasured = ({ options }: Field, given: Record<string, unknown>): boolean =>
  options.measured !== undefined && Object.hasOwn(given, options.measured.file);

/** The address of the file the object has already, as it is shown. */
const isTheSameFile = ({ before }: Item, name: string, field: Field, value: unknown): boolean =>
  field.isFile && typeof value === 'string' && Boolean(before?.[name]) && value.endsWith(`/${name}/${before![name]}`);

/** The fields a client may set. */
export function writableFields(model: Model): [string, Field][] {
  return Object.entries(model.fields).filter(
    ([name, { kind, options }]) => name !== 'id' && !options.readOnly && !options.hidden && kind.name !== 'counter',
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

function useDefault(item: Item, name: string, field: Field, identity: Identity): void {
  const { options } = field;
  if (options.default === undefined) return;
  const value =
    typeof options.default === 'function'
      ? (options.default as (writer: Identity) => unknown)(identity)
      : options.default;
  // The object meant by default is found as one that a client names.
  if (field.isRelation) readField(item, name, field, value);
  else item.sent[name] = value;
}

function readField(item: Item, name: string, field: Field, value: unknown): string[] | FieldErrors | undefined {
  const { kind, options } = field;
  if (value === null && !field.isRelation) {
    if (options.nullable) {
      item.sent[name] = null;
      return undefined;
    }
    if (kind.name === 'choice' && !options.plainChoice) {
      if (!options.blank) return ['This field may not be blank.'];
      item.sent[name] = '';
      return undefined;
    }
    return ['This field may not be null.'];
  }
  if (name === 'custom_fields') return readCustomFields(item, value);
  if (isTheSameFile(item, name, field, value)) return undefined;
  const parsed = kind.parse(value, field);
  if ('problem' in parsed) return parsed.problem;
  if (field.isMany || (field.isRelation && parsed.value !== null))
    item.references[name] = parsed.value as Reference | Reference[];
  else item.sent[name] = parsed.value;
  return undefined;
}

/** Values of custom fields by key; what they come to is seen when the object is composed. */
function readCustomFields(item: Item, value: unknown): string[] | undefined {
  if (typeof value !== 'object' || Array.isArray(value))
    return [`Expected a dictionary of items but got type "${pythonType(value)}".`];
  item.sent.custom_fields = value;
  return undefined;
}

/** The fields whose values must be unique together, whatever is sent. */
const uniqueTogether = (model: Model): string[] =>
  model.unique
    .filter((unique) => unique.checkedBy === 'serializer' && !unique.whenSent)
    .flatMap((unique) => unique.fields);
