import type { Row } from '@plumbline/model';
import type { FileToSend } from './files';

/** Stands in a body for the id of another object that is to be here. */
export interface Reference {
  $ref: string;
  /** Without it the object itself cannot be. */
  required?: boolean;
}

/** An object as it is to be here. */
export interface Draft {
  /** Where it belongs: `dcim/devices`. */
  endpoint: string;
  /** What others refer to it by, the same in every run: `dcim.device:17`. */
  key: string;
  /** What it is to say; related objects as references. */
  body: Row;
  /** What is said only when it is made, and left to its owners afterwards. */
  once?: Row;
  /** Custom fields that are emptied where it is here with a value in them; they need not be there at all. */
  emptied?: string[];
  /** Files that are put on it once it is here, by field: it can be without them, should they not be taken. */
  files?: Readonly<Record<string, FileToSend>>;
}

/** Stands for an object by its key. */
export const refTo = (key: string, required = false): Reference => ({ $ref: key, ...(required && { required }) });

/** Whether a value stands for another object. */
export const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && typeof (value as Reference).$ref === 'string';

/** The keys that a body refers to, with the field each is in. */
export function* referencesOf(body: Row): Generator<[field: string, reference: Reference]> {
  for (const [field, value] of Object.entries(body)) {
    if (isReference(value)) yield [field, value];
    else if (Array.isArray(value)) for (const one of value) if (isReference(one)) yield [field, one];
  }
}

/** Those fields of a body that are named. */
export const pick = (body: Row, fields: readonly string[]): Row =>
  Object.fromEntries(Object.entries(body).filter(([field]) => fields.includes(field)));
