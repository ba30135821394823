import type { OpenAPIV3 } from 'openapi-types';
import type { Row } from '../catalog/label';
import type { FieldErrors } from './fieldErrors';
import type { FieldOfKind } from './fieldOptions';
import type { FormHints, Property, PropertyContext } from './forms';
import type { OutlinedField } from './outlined';

/** What became of a value a client sent: the value to store, or what is wrong with it. */
export type Parsed = { value: unknown } | { problem: string[] | FieldErrors };

export const accept = (value: unknown): Parsed => ({ value });
export const refuse = (...messages: string[]): Parsed => ({ problem: messages });

/** The filter a field gets under its own name (docs/contract/lists.md); it decides the generated look-ups too. */
export type FieldFilter = 'text' | 'uuid' | 'number' | 'dateTime' | 'date' | 'boolean' | 'relation';

/** The JSON-schema facts of a value on the wire, for OPTIONS and OpenAPI. */
export interface WireSchema {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'any';
  format?: string;
  nullable?: boolean;
  enum?: readonly (string | number)[];
  minLength?: number;
  pattern?: string;
  /** What a list holds. */
  items?: WireSchema;
  /** What an object always has. */
  properties?: Record<string, WireSchema>;
}

/** Which way a value goes: shown with an object, or sent by a client. */
export type Direction = 'shown' | 'sent';

/** A schema of the API description. */
export type JsonSchema = OpenAPIV3.SchemaObject | OpenAPIV3.ReferenceObject;

/** References to what the API description has under names: those of every model, and those of the field at hand. */
export interface SchemaReferences {
  /** One of the field's choices. */
  choice: JsonSchema;
  /** The same with its label. */
  labelledChoice: JsonSchema;
  /** The object that the field shows, of whichever model it may be. */
  shownObject: JsonSchema;
  /** The schema that goes by this name for all models. */
  named(
    name: 'RelatedObject' | 'RelatedObjectOrNull' | 'RelatedObjectRequest' | 'RelatedObjectRequestOrNull' | 'BlankEnum',
  ): JsonSchema;
}

/**
 * Where the value of a field comes from that no column holds, and that the engine finds for all rows together:
 *
 * - `counted`: rows of `of` refer to the object by `via`, and are counted
 * - `referrers`: rows of `of` refer to the object by `via`, and are shown, or what they name by `through`
 * - `generic`: the columns `typeField` and `via` name an object of any model
 * - `embedded`: the column `via` names the object that is shown, as it is by itself
 */
export type Source = 'counted' | 'referrers' | 'generic' | 'embedded';

/** What stands in the place of a part of a text: of what matches `part`, in JavaScript as in PostgreSQL, whatever its case. */
export interface Mask {
  readonly part: string;
  readonly by: string;
}

/**
 * What a kind of field is, told by itself: nobody asks which kind it is, only what it can do. Everything is plain data
 * and functions of plain data. What is left out has the usual meaning, which stands with it.
 */
export interface Kind {
  // --- The column

  /** PostgreSQL type; undefined when nothing is stored. */
  column?(field: FieldOfKind): string;
  /** How an index of the column is made that answers more than equality and order; default: as a B-tree. */
  readonly index?: { method: 'gist'; operators: string };
  /** Few rows share a value, so that a search for one is planned once and for all. */
  readonly isDistinctive?: true;
  /** A set: empty rather than null, searched by what is in it, and without an order of its own. */
  readonly isSet?: true;
  /** The column is sealed: clients read what is in it, and neither PostgreSQL nor another service does. */
  readonly isSealed?: true;
  /** A part of the text that the column holds is nobody's to see, to search or to sort by; a dump tells it as it is stored. */
  readonly mask?: Mask;
  /** What is parsed is a file: its bytes are kept apart, and the column refers to them. */
  readonly keepsFiles?: true;
  /**
   * What the column may hold for a moment in place of a value that another object takes over: a text, a number below zero or a
   * block that no other object has. Default: nothing.
   */
  readonly placeholder?: {
    is: 'text' | 'number' | 'block';
    /** Only where no other column of a unique set can be emptied. */
    atNeed?: true;
  };

  // --- What the values are

  /** The values name objects: one, or several. */
  readonly relates?: 'one' | 'several';
  /** The values name content types. */
  readonly namesContentTypes?: true;
  /** Where values come from that the engine finds; default: the column, or what the field's options work out. */
  readonly source?: Source;
  /** Numbers with a fraction. */
  readonly isFractional?: true;

  // --- What clients send

  /**
   * Reads a JSON value that is not null. A field that names content types takes those given, which are its own; without
   * them those it lists.
   */
  parse(value: unknown, field: FieldOfKind, contentTypes?: ReadonlySet<string>): Parsed;
  /** Reads null where the column does not take it; default: it is refused. */
  parseNull?(field: FieldOfKind): Parsed;
  /** Whether there is nothing in a value, which is told with what the model's rules say, unless the field may be blank; default: never. */
  isBlank?(value: unknown): boolean;
  /** Turns a CSV cell into what `parse` takes; default: the text itself. */
  fromText?(text: string, field: FieldOfKind): unknown;
  /** An empty cell says nothing of the field; default: it is the empty text. */
  readonly skipsEmptyCells?: true;
  /** What a cell or a part of a form holds may be JSON: it is refused where a body could not hold it. */
  readonly mayBeJson?: true;
  /** Turns a part of a form into what `parse` takes; default: as a cell. */
  fromForm?(text: string): unknown;
  /** Reads what another server shows of a stored value: it passed the rules of its time. Default: `parse`. */
  restore?(value: unknown, field: FieldOfKind): Parsed;

  // --- What clients are shown

  /** Stored value to wire value; default: as stored. Never called with null. */
  render?(value: unknown, field: FieldOfKind): unknown;
  /**
   * How JSON has a stored value: `bare` as it is, `plain` between quotes without any escaping; default: whatever it takes.
   */
  readonly json?: 'bare' | 'plain';
  /** What is stored where null is shown, although the column is never null. */
  readonly shownAsNull?: unknown;
  /** Whether a value is shown with its label, `{value, label}`. */
  isLabelled?(field: FieldOfKind): boolean;
  /** How natural keys and slugs write a stored value that is not null; default: as stored. */
  keyText?(value: unknown): string;
  /** What a cell of a table shows of a stored value, in its row; default: what JSON does. */
  cell?(value: unknown, field: FieldOfKind, row: Row): unknown;
  /** What templates see of a stored value, which may be null; default: the value. */
  template?(value: unknown): unknown;
  /** Whether it is a date, of which templates see parts such as `year`. */
  readonly isMoment?: boolean;
  /** The words people read in place of a stored value: templates ask for them. */
  words?(value: unknown, field: FieldOfKind): unknown;
  /** What the change log keeps of a stored value that is not null; default: the value. Content types are numbers there. */
  logged?(value: unknown, numberOf: (contentType: unknown) => number): unknown;
  /** What it keeps in the place of null. */
  readonly loggedNull?: unknown;

  // --- How lists are asked

  readonly filter: FieldFilter;
  /** Reads a value that a column is compared with; undefined when no row can ever equal it. Default: as it is. */
  compared?(value: unknown, field: FieldOfKind): unknown;
  /** Whether the contract sorts by the field; default: by what is stored. */
  isSortable?(field: FieldOfKind): boolean;

  // --- How it is described

  /** The value as JSON schema has it; that may differ by direction. */
  wire(field: FieldOfKind, direction?: Direction): WireSchema;
  /** The value in the API description, where it takes what has a name there; default: as `wire` says. */
  schema?(field: FieldOfKind, references: SchemaReferences, direction: Direction): JsonSchema;
  /** The property of the form schema of OPTIONS; default: `plainProperty`. */
  property?(field: FieldOfKind, context: PropertyContext): Property;
  /** Hints for those who build forms. */
  hints?(field: FieldOfKind): FormHints;
  /** The input a client offers, in the words of the verbs of OPTIONS; default: a `list` or, of anything else, a `field`. */
  readonly input?: string;
  /** What GraphQL has of the field, of whose model all fields are given; default: a value of the wire's type; undefined: nothing. */
  outline?(field: FieldOfKind, fields: Readonly<Record<string, FieldOfKind>>): OutlinedField | undefined;
}
