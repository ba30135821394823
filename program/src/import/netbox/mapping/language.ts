import type { Row } from '@plumbline/model';
import type { Draft, Reference } from '../../apply/draft';
import type { FileToSend } from '../../apply/files';
import type { AddressSpace } from '../addressSpace';

/** An object as NetBox's API shows it. */
export type NetboxObject = Row & { id: number };

/** Types of the custom fields in which is kept what has no field of its own here. */
export type KeptType = 'text' | 'integer' | 'boolean' | 'json';

/** What becomes of a field of a NetBox model. */
export type FieldRule =
  /** It is a field here; `as` answers undefined where a value has no place, which it tells itself. */
  | {
      kind: 'to';
      field: string;
      as?: ((value: unknown, object: NetboxObject, context: Context) => unknown) | undefined;
    }
  /** It is a choice here; what there is none of becomes `otherwise`, and is kept in a custom field besides. */
  | { kind: 'choice'; field: string; otherwise: string | number }
  /** It is a related object, or several. */
  | { kind: 'reference'; field: string; of: string; required: boolean }
  /** It is the address of a picture, which is put on the object here; `required`: without it there is no such object. */
  | { kind: 'picture'; field: string; required: boolean }
  /** It is kept in a custom field that is made for it: `netbox_airflow`. */
  | {
      kind: 'kept';
      type: KeptType;
      as?: ((value: unknown, object: NetboxObject, context: Context) => unknown) | undefined;
    }
  /** It is kept in a relationship that is made for it. */
  | { kind: 'linked'; of: string; label: string }
  /** It is kept in a note on the object. */
  | { kind: 'noted' }
  /** It says nothing of its own: NetBox works it out, or others say it too. */
  | { kind: 'derived'; reason: string }
  /** It has no place; objects that say something in it are reported. */
  | { kind: 'nowhere'; reason: string; isEmpty?: ((value: unknown, object: NetboxObject) => boolean) | undefined };

/** What becomes of a NetBox model: one object here for each, or what `make` answers, or nothing. */
export interface Mapping {
  /** `dcim.site` */
  from: string;
  /** Its list: `dcim/sites`. */
  list: string;
  /** Where its objects belong here, and what they are there: `dcim/locations`, `dcim.location`. */
  to?: { endpoint: string; label: string } | undefined;
  /** Why its objects have no place of their own, in a sentence for the report. */
  nowhere?: string | undefined;
  /** Of what else its objects are a part here, where nothing they say is lost. */
  partOf?: string | undefined;
  /** What becomes of each field; those of objects that have no place are reported with them. */
  fields: Record<string, FieldRule>;
  /** Fields with secrets, which are not even read into a file. */
  secret?: readonly string[];
  /** Lists that are to be at hand while its objects are looked at. */
  needs?: readonly string[];
  /** Its objects are only counted. */
  onlyCounted?: boolean;
  /** Answers whether an object is taken at all, telling why not. */
  accepts?(object: NetboxObject, context: Context): boolean;
  /** Says what no single field says, and answers what is to be here besides. */
  finish?(draft: Draft, object: NetboxObject, context: Context): Draft[] | undefined;
  /** In place of one object for each. */
  make?(object: NetboxObject, context: Context): Draft[];
}

/** What mappings are told, and what they tell. */
export interface Context {
  /** The release: `[4, 6]`. */
  version: readonly [number, number];
  /** All objects of a model, by id; only of those a mapping `needs`. */
  all(label: string): ReadonlyMap<number, NetboxObject>;
  /** Tells that a part of an object has no place. */
  nowhere(from: string, object: NetboxObject, field: string, reason: string): void;
  /** Tells that something was made or said otherwise so that everything has a place. */
  adjusted(from: string, object: NetboxObject | undefined, what: string): void;
  /** A picture by its address; undefined when it could not be had. */
  picture(address: unknown): FileToSend | undefined;
  /** A status by its value there, for a kind of objects here. */
  status(value: unknown, label: string): Reference;
  /** A role by its name, for a kind of objects here. */
  role(name: string, label: string): Reference;
  /** Keeps a value in a custom field of an object here; null: what was kept there before goes. */
  keep(draft: Draft, label: string, name: string, type: KeptType, value: unknown): void;
  /** Links two objects here by a relationship that is made for it: `one` has many, each of which has one. */
  link(relationship: LinkKind, one: Reference, many: Reference): void;
  /** Writes a note on an object here. */
  note(about: Reference, label: string, key: string, text: string): void;
  /** Something besides. */
  also(draft: Draft): void;
  /** Which namespace prefixes and addresses are in. */
  space: AddressSpace;
  /** The key of the one place where interfaces use a VLAN; null: several. */
  vlansUsedAt: ReadonlyMap<number, string | null>;
  /** Has everything that refers to one object refer to another, with which it is one. */
  alias(key: string, same: string): void;
  /** What an object of theirs is here: where, and by which key; undefined when it has no place. */
  target(label: string, id: unknown): { label: string; reference: Reference } | undefined;
}

/** A relationship between objects of two kinds. */
export interface LinkKind {
  key: string;
  label: string;
  /** The kinds of the one and of the many. */
  one: string;
  many: string;
  /** Whether either side may have several. */
  several?: boolean;
}

type As = (value: unknown, object: NetboxObject, context: Context) => unknown;

export const to = (field: string, as?: As): FieldRule => ({ kind: 'to', field, as });
export const choice = (field: string, otherwise: string | number = ''): FieldRule => ({
  kind: 'choice',
  field,
  otherwise,
});
export const ref = (field: string, of: string): FieldRule => ({ kind: 'reference', field, of, required: false });
export const required = (field: string, of: string): FieldRule => ({ kind: 'reference', field, of, required: true });
export const picture = (field: string, required = false): FieldRule => ({ kind: 'picture', field, required });
export const kept = (type: KeptType = 'text', as?: As): FieldRule => ({ kind: 'kept', type, as });
export const linked = (of: string, label: string): FieldRule => ({ kind: 'linked', of, label });
export const noted = (): FieldRule => ({ kind: 'noted' });
export const derived = (reason: string): FieldRule => ({ kind: 'derived', reason });
export const nowhere = (reason: string, isEmpty?: (value: unknown, object: NetboxObject) => boolean): FieldRule => ({
  kind: 'nowhere',
  reason,
  isEmpty,
});

/** The key of an object of theirs, by which others refer to it. */
export const keyOf = (label: string, id: unknown): string => `${label}:${id}`;

/** The id of a related object, however it is shown. */
export function idOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === 'number' ? id : undefined;
}

/** The value of a choice, `{value, label}` or bare. */
export function choiceOf(value: unknown): string | number | undefined {
  const bare = typeof value === 'object' && value !== null ? (value as { value?: unknown }).value : value;
  return (typeof bare === 'string' && bare !== '') || typeof bare === 'number' ? bare : undefined;
}

/** Whether a field says nothing. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && !Array.isArray(value) && Object.keys(value as object).length === 0);

/** A related object or a choice in words. */
export function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const { display, label, name, value: choice } = value as Record<string, unknown>;
  return String(display ?? name ?? label ?? choice ?? JSON.stringify(value));
}

/** A number from a number or a decimal in text. */
export const numberOf = (value: unknown): number | null =>
  value === null || value === undefined || value === '' || Number.isNaN(Number(value)) ? null : Number(value);
