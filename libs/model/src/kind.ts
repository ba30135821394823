import type { FieldErrors } from '@plumbline/http';
import type { Field } from './field';

/** What became of a value a client sent: the value to store, or what is wrong with it. */
export type Parsed = { value: unknown } | { problem: string[] | FieldErrors };

export const accept = (value: unknown): Parsed => ({ value });
export const refuse = (...messages: string[]): Parsed => ({ problem: messages });

/** Which look-ups a column takes (contract.md, filtering); decides the generated filter parameters too. */
export type LookupFamily =
  | 'text'
  | 'uuid'
  | 'number'
  | 'datetime'
  | 'date'
  | 'boolean'
  | 'choice'
  | 'json'
  | 'relation'
  | 'many'
  | 'labels'
  | 'network'
  | 'host';

/** The JSON-schema facts of a value on the wire, for OPTIONS and OpenAPI. */
export interface WireSchema {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'any';
  format?: string;
  nullable?: boolean;
  enum?: readonly (string | number)[];
  /** What a list holds. */
  items?: WireSchema;
  /** What an object always has. */
  properties?: Record<string, WireSchema>;
}

/** What a kind of field knows: its column, how it reads what clients send, how it shows, how it is searched. */
export interface Kind {
  readonly name: string;
  readonly lookups: LookupFamily;
  /** PostgreSQL type; undefined when nothing is stored. */
  column?(field: Field): string;
  /** What is parsed is a file: its bytes are kept apart, and the column refers to them. */
  readonly keepsFiles?: true;
  /** Text that sorts in byte order. */
  readonly collate?: 'C';
  /** Reads a non-null JSON value. Null and blank are settled before by `readValue`. */
  parse(value: unknown, field: Field): Parsed;
  /** Turns a CSV cell into what `parse` takes; default: the text itself. */
  fromText?(text: string, field: Field): unknown;
  /** Stored value to wire value; default: as stored. Never called with null. */
  render?(value: unknown, field: Field): unknown;
  wire(field: Field): WireSchema;
}
