import { type Field, isStorableJson, type Model, type Parsed, type Row, readUuid } from '@plumbline/model';
import { toldColumns, withheldColumns } from '../dump/withheld';

/** A line of a dump that cannot be: what is wrong with which of its members. */
export class Unreadable extends Error {}

type Key = string | number;

/** Makes of a secret what is stored of it. */
export type Seal = (text: string) => string;

/**
 * Reads the stored row back out of an object as clients see it and what they do not see; throws `Unreadable`. A secret
 * that another server shows is sealed.
 */
export function readRow(model: Model, object: Row, hidden: Row = {}, seal: Seal = String): Row {
  const row: Row = {};
  for (const [name, field] of toldColumns(model)) row[name] = toldValue(model, name, field, object);
  for (const [name, field] of withheldColumns(model))
    row[name] = hidden[name] ?? seen(model, name, field, object, seal) ?? untold(name, field);
  if (model.tree) {
    row.tree_ids = [row.id];
    row.tree_names = [row.name];
    row.tree_order = [row[model.tree.sortBy] ?? ''];
  }
  for (const [name, { options }] of Object.entries(model.fields)) if (options.derive) row[name] = options.derive(row);
  return row;
}

/** The value of a column that is stored in another form than clients see it; undefined where they see nothing of it. */
function seen(model: Model, name: string, { kind, options }: Field, object: Row, seal: Seal): unknown {
  if (kind.name !== 'sealed') return idOf(object[genericOver(model, name) ?? '']);
  const text = object[name] ?? options.default;
  return typeof text === 'string' && isStorableJson(text) ? seal(text) : undefined;
}

/** Reads which object is meant; throws `Unreadable`. */
export const readKey = (model: Model, object: Row): Key => toldValue(model, 'id', model.fields.id!, object) as Key;

/** Whether objects of a model can be read back from what clients see of them, and from their files. */
export const isToldInFull = (model: Model): boolean =>
  withheldColumns(model).every(
    ([, field]) => (field.isFile && !field.options.hidden) || valueUntold(field) !== undefined,
  );

function toldValue(model: Model, name: string, field: Field, object: Row): unknown {
  const value = object[name];
  if (value === undefined) return untold(name, field);
  if (value === null) {
    if (name === 'id') throw new Unreadable('id: an object has an id.');
    if (field.options.nullable) return null;
    if (field.kind.name === 'choice') return '';
    throw new Unreadable(`${name}: it may not be null.`);
  }
  if (name === 'id') return ownKey(model, value);
  if (field.isMany) return keysOf(name, value);
  if (field.isRelation) return keyOf(name, value);
  const parsed = readValue(value, field);
  if ('problem' in parsed) throw new Unreadable(`${name}: ${JSON.stringify(parsed.problem)}`);
  return parsed.value;
}

function ownKey({ keyType }: Model, value: unknown): Key {
  const key = keyType === 'int' ? Number.isSafeInteger(value) && (value as number) : readUuid(value);
  if (key === undefined || key === false) throw new Unreadable(`id: ${JSON.stringify(value)} is not an id.`);
  return key;
}

function keysOf(name: string, value: unknown): Key[] {
  if (!Array.isArray(value)) throw new Unreadable(`${name}: a list is expected.`);
  return value.map((item) => keyOf(name, item));
}

function keyOf(name: string, value: unknown): Key {
  const key = idOf(value);
  if (key === undefined) throw new Unreadable(`${name}: ${JSON.stringify(value)} names no object by its id.`);
  return key;
}

/** The id of an object as others show it: `{id, url}`, its URL or the id alone. */
function idOf(value: unknown): Key | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value === 'string') return readUuid(value) ?? lastOf(value);
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, url } = value as Row;
  return idOf(id) ?? idOf(url);
}

function lastOf(url: string): Key | undefined {
  if (!url.includes('/')) return undefined;
  const last = url.split(/[?#]/)[0]!.split('/').filter(Boolean).at(-1) ?? '';
  return /^\d{1,15}$/.test(last) ? Number(last) : readUuid(last);
}

/** Texts that are stored in another form than some clients write them. */
const rewritten = ['mac', 'choice', 'contentType'];

/** As a client's value is read, except that text is taken as it stands: it passed the rules of its time. */
function readValue(value: unknown, field: Field): Parsed {
  const isJson = field.kind.lookups === 'json';
  if (isJson || (field.kind.column!(field) === 'text' && !rewritten.includes(field.kind.name))) {
    const fits = isJson || typeof value === 'string';
    return fits && isStorableJson(value) ? { value } : { problem: ['Not a valid value.'] };
  }
  if (field.kind.name === 'contentTypes' || (field.kind.name === 'contentType' && field.options.labels === 'any')) {
    const labels = [value].flat();
    return labels.every(isLabel) ? { value } : { problem: ['Not a content type.'] };
  }
  return field.kind.parse(value, field);
}

/** Whether it reads like a content type: servers have types that others do not know. */
const isLabel = (value: unknown): boolean => typeof value === 'string' && /^[^.\s]+\.[^.\s]+$/.test(value);

/** The value of a column that a line says nothing of. */
function untold(name: string, field: Field): unknown {
  const value = name === 'id' ? undefined : valueUntold(field);
  if (value === undefined) throw new Unreadable(`${name}: it is missing.`);
  return value;
}

function valueUntold({ options, isMany, kind }: Field): unknown {
  if (options.untold !== undefined) return options.untold;
  if (typeof options.default === 'function') return (options.default as () => unknown)();
  if (options.default !== undefined && options.default !== null && kind.column && !options.to) return options.default;
  if (options.nullable) return null;
  return isMany || kind.lookups === 'labels' ? [] : undefined;
}

/** The generic relation whose id a column holds, where clients see that. */
const genericOver = (model: Model, name: string): string | undefined =>
  Object.entries(model.fields).find(
    ([, { kind, options }]) => kind.name === 'generic' && options.via === name && !options.hidden,
  )?.[0];
