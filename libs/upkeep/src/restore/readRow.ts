import {
  type Field,
  isStorableJson,
  type Model,
  type ObjectKey,
  type Row,
  readObjectKey,
  readUuid,
} from '@plumbline/model';
import { dumpedColumns, isTold, withheldColumns } from '../dump/columns';

/** A line of a dump that cannot be: what is wrong with which of its members. */
export class Unreadable extends Error {}

/** Makes of a secret what is stored of it. */
export type Seal = (text: string) => string;

/**
 * Reads the stored row back out of an object as clients see it and what they do not see; throws `Unreadable`. A secret
 * that another server shows is sealed.
 */
export function readRow(model: Model, object: Row, hidden: Row = {}, seal: Seal = String): Row {
  const row: Row = {};
  for (const [name, field] of dumpedColumns(model)) row[name] = toldValue(model, name, field, object);
  for (const [name, field] of withheldColumns(model))
    row[name] =
      hidden[name] ??
      seen(model, name, field, object, seal) ??
      valueUntold(field) ??
      toldBefore(model, name, field, object);
  if (model.tree) {
    row.tree_ids = [row.id];
    row.tree_names = [row.name];
    row.tree_order = [row[model.tree.sortBy] ?? '', row.id];
  }
  for (const [name, { options }] of Object.entries(model.fields)) {
    if (options.restored) row[name] = options.restored(row[name], row);
    if (options.derive) row[name] = options.derive(row);
  }
  return row;
}

/** The value of a column that is stored in another form than clients see it; undefined where they see nothing of it. */
function seen(model: Model, name: string, field: Field, object: Row, seal: Seal): unknown {
  const { kind, options } = field;
  if (kind.mask) return toldValue(model, name, field, object);
  if (!kind.isSealed) return idOf(object[genericOver(model, name) ?? '']);
  const text = object[name] ?? options.default;
  return typeof text === 'string' && isStorableJson(text) ? seal(text) : undefined;
}

/** The value of a column that clients see no more: lines that an earlier version wrote have it where they saw it. */
const toldBefore = (model: Model, name: string, field: Field, object: Row): unknown =>
  isTold(field) ? toldValue(model, name, field, object) : valueNotDumped(name, field);

/** Reads which object is meant; throws `Unreadable`. */
export const readKey = (model: Model, object: Row): ObjectKey =>
  toldValue(model, 'id', model.fields.id!, object) as ObjectKey;

/** Whether objects of a model can be read back from what clients see of them, and from their files. */
export const isDumpedInFull = (model: Model): boolean =>
  withheldColumns(model).every(
    ([, field]) => field.kind.mask || (field.isFile && !field.options.hidden) || valueUntold(field) !== undefined,
  );

function toldValue(model: Model, name: string, field: Field, object: Row): unknown {
  const value = object[name];
  if (value === undefined) return valueNotDumped(name, field);
  if (value === null) {
    if (name === 'id') throw new Unreadable('id: an object has an id.');
    if (field.options.nullable) return null;
    if (field.kind.shownAsNull !== undefined) return field.kind.shownAsNull;
    throw new Unreadable(`${name}: it may not be null.`);
  }
  if (name === 'id') return ownKey(model, value);
  if (field.isMany) return keysOf(name, value);
  if (field.isRelation) return keyOf(name, value);
  const parsed = (field.kind.restore ?? field.kind.parse)(value, field);
  if ('problem' in parsed) throw new Unreadable(`${name}: ${JSON.stringify(parsed.problem)}`);
  return parsed.value;
}

function ownKey({ keyType }: Model, value: unknown): ObjectKey {
  const key = keyType === 'int' ? isNumberOfObject(value) && value : readUuid(value);
  if (key === undefined || key === false) throw new Unreadable(`id: ${JSON.stringify(value)} is not an id.`);
  return key;
}

const isNumberOfObject = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

function keysOf(name: string, value: unknown): ObjectKey[] {
  if (!Array.isArray(value)) throw new Unreadable(`${name}: a list is expected.`);
  return value.map((item) => keyOf(name, item));
}

function keyOf(name: string, value: unknown): ObjectKey {
  const key = idOf(value);
  if (key === undefined) throw new Unreadable(`${name}: ${JSON.stringify(value)} names no object by its id.`);
  return key;
}

/** The id of an object as others show it: `{id, url}`, its URL or the id alone. */
function idOf(value: unknown): ObjectKey | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value === 'string') return readUuid(value) ?? lastOf(value);
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, url } = value as Row;
  return idOf(id) ?? idOf(url);
}

function lastOf(url: string): ObjectKey | undefined {
  if (!url.includes('/')) return undefined;
  const last = url.split(/[?#]/)[0]!.split('/').filter(Boolean).at(-1) ?? '';
  return readObjectKey('int', last) ?? readUuid(last);
}

/** The value of a column that a line says nothing of. */
function valueNotDumped(name: string, field: Field): unknown {
  const value = name === 'id' ? undefined : valueUntold(field);
  if (value === undefined) throw new Unreadable(`${name}: it is missing.`);
  return value;
}

function valueUntold({ options, isSet, kind }: Field): unknown {
  if (options.withheldValue !== undefined) return options.withheldValue;
  if (typeof options.default === 'function') return (options.default as () => unknown)();
  if (options.default !== undefined && options.default !== null && kind.column && !options.to) return options.default;
  if (options.nullable) return null;
  return isSet ? [] : undefined;
}

/** The generic relation whose id a column holds, where clients see that. */
const genericOver = (model: Model, name: string): string | undefined =>
  Object.entries(model.fields).find(
    ([, { kind, options }]) => kind.source === 'generic' && options.via === name && !options.hidden,
  )?.[0];
