import type { FieldErrors, Identity } from '@plumbline/http';
import { type Catalog, type Field, type Model, pythonType, type Reference, refuse } from '@plumbline/model';
import type { UnitOfWork } from '../../core/engine';
import type { ExtensionKey } from '../../core/extensions/extension';
import { extensionsOf } from '../../core/extensions/registered';
import { mandatoryFields, uniqueTogether, writableFields } from '../../core/fieldSets';
import { addError, type Item, type WriteMode } from '../../core/item';
import { memoize } from '../../core/kept/memoize';

/**
 * First stage of a write: reads each field of the body by its kind (docs/contract/errors.md). Relations are only named so far.
 */
export function readBody(work: UnitOfWork, model: Model, item: Item, mode: WriteMode): void {
  const { catalog } = work.engine;
  const extensions = extensionsOf(work.engine);
  const { body } = item;
  if (body === null) {
    addError(item, { non_field_errors: ['No data provided'] });
    return;
  }
  if (typeof body !== 'object' || Array.isArray(body)) {
    addError(item, { non_field_errors: [`Invalid data. Expected a dictionary, but got ${pythonType(body)}.`] });
    return;
  }
  const given = body as Record<string, unknown>;
  const mandatory = mode === 'change' ? [] : mandatoryFields(model);
  let isEmptied = false;
  const errors: FieldErrors = {};
  for (const [name, field] of writableFields(model)) {
    const isLate = field.options.onlyOnCreate && mode !== 'create';
    if (isLate && (!Object.hasOwn(given, name) || isNoObject(field, given[name]))) continue;
    if (!Object.hasOwn(given, name)) {
      if (mandatory.includes(name) && !isMeasured(field, given)) errors[name] = [missing(field)];
      else if (mode !== 'change' && (mode === 'create' || field.options.resetOnReplace))
        useDefault(work, item, name, field);
      continue;
    }
    const problem = readField(item, name, field, given[name], catalog, extensions.key(model, name));
    if (problem && isNoObject(field, given[name]) && uniqueTogether(model).includes(name)) isEmptied = true;
    else if (problem) errors[name] = problem;
  }
  if (Object.keys(errors).length > 0) addError(item, errors);
  // An empty list in place of an object is noticed by the search for duplicates, which comes after the fields.
  else if (isEmptied) addError(item, { non_field_errors: ['“[]” is not a valid UUID.'] });
}

/**
 * What is decided when an object is created has no effect later, but must be right wherever it is mentioned: once that
 * is known it is left out.
 */
export function leaveOutDecided(model: Model, items: Item[], mode: WriteMode): void {
  if (mode === 'create') return;
  for (const { sent } of items) for (const name of decidedOnCreate(model)) delete sent[name];
}

const decidedOnCreate = memoize((model: Model) =>
  Object.keys(model.fields).filter((name) => model.fields[name]!.options.onlyOnCreate),
);

const isNoObject = (field: Field, value: unknown): boolean =>
  field.isRelation && !field.isMany && Array.isArray(value) && value.length === 0;

const missing = (field: Field): string => (field.isFile ? 'No file was submitted.' : 'This field is required.');

/** What is measured of a file need not be said when the file comes along. */
const isMeasured = ({ options }: Field, given: Record<string, unknown>): boolean =>
  options.measured !== undefined && Object.hasOwn(given, options.measured.file);

/** The address of the file the object has already, as it is shown. */
const isTheSameFile = ({ before }: Item, name: string, field: Field, value: unknown): boolean =>
  field.isFile && typeof value === 'string' && Boolean(before?.[name]) && value.endsWith(`/${name}/${before![name]}`);

function useDefault({ scope, engine }: UnitOfWork, item: Item, name: string, field: Field): void {
  const { options } = field;
  if (options.default === undefined) return;
  const value =
    typeof options.default === 'function'
      ? (options.default as (writer: Identity) => unknown)(scope.identity)
      : options.default;
  // The object meant by default is found as one that a client names.
  if (field.isRelation) readField(item, name, field, value, engine.catalog);
  else item.sent[name] = value;
}

function readField(
  item: Item,
  name: string,
  field: Field,
  value: unknown,
  catalog: Catalog,
  added?: ExtensionKey,
): string[] | FieldErrors | undefined {
  const { kind, options } = field;
  if (value === null && !field.isRelation) {
    if (options.nullable) {
      item.sent[name] = null;
      return undefined;
    }
    const none = kind.parseNull?.(field) ?? refuse('This field may not be null.');
    if ('problem' in none) return none.problem;
    item.sent[name] = none.value;
    return undefined;
  }
  if (added?.read) return added.read(item, value);
  if (isTheSameFile(item, name, field, value)) return undefined;
  const parsed = kind.parse(value, field, options.labels && catalog.contentTypesAmong(options.labels));
  if ('problem' in parsed) return parsed.problem;
  if (field.isMany || (field.isRelation && parsed.value !== null))
    item.references[name] = parsed.value as Reference | Reference[];
  else item.sent[name] = parsed.value;
  return undefined;
}
