import type { Label, Row } from '../catalog/label';
import type { ModelReader } from '../rules/modelReader';
import type { Statements } from '../rules/statements';
import type { ChoiceSet } from './choices';
import type { ContentTypeChoice } from './contentTypeChoice';

/** Parts of a property of OPTIONS, or what makes them for each answer. */
export type PropertyParts = Readonly<Record<string, unknown>> | (() => Readonly<Record<string, unknown>>);

/** What happens to an object when the one it refers to is deleted; `handled`: the target's own effects see to it. */
export type OnDelete = 'protect' | 'cascade' | 'setNull' | 'handled';

/** Goes through objects in their order, and lets other requests have their turn meanwhile, where there are thousands. */
export type Visit = <T>(objects: readonly T[], look: (object: T, index: number) => void) => Promise<void>;

/** Works out the values of a field for rows that are shown together, with as many questions for one as for many. */
export type Gather = (rows: Row[], asking: ModelReader, visit: Visit) => Promise<unknown[]>;

/** Everything that tells one field from another of its kind. */
export interface FieldOptions {
  required: boolean;
  nullable: boolean;
  /** The empty text is a value. */
  blank: boolean;
  /** Value when a create leaves the field out; a function is called per object, with who writes it. */
  default?: unknown;
  /** Makes the object of this service that the default names, where it is not there. */
  makeDefault?: (tx: Statements) => Promise<void>;
  /** What is stored of an object of another server, which does not tell the value. */
  withheldValue?: unknown;
  /** A replace (PUT) that leaves the field out resets it to the default. */
  resetOnReplace: boolean;
  readOnly: boolean;
  writeOnly: boolean;
  /** Clients may not send null, although the column may be empty. */
  neverNull: boolean;
  /** Without effect unless the write creates the object; what is sent is checked all the same. */
  onlyOnCreate: boolean;
  /** Whether change records have it among the columns; default: those that are stored and shown, not what is worked out of others. */
  logged?: boolean;
  /** Stored but never shown, sent or filtered. */
  hidden: boolean;
  /** Sent and asked for, by filters and in GraphQL; what REST shows of an object leaves it out. */
  unshown: boolean;
  /** Shown only with `?include=`, and in answers to writes. */
  optIn: boolean;
  /** Left out when the object is shown inside another. */
  rootOnly: boolean;
  /** Left out of the answer to a create (additions the reference lacks there are ours to make, so rarely used). */
  last: boolean;
  /** Accepted from clients and shown to them in the answer, but never stored: other objects decide it. */
  echoed: boolean;
  /** Whether the form schema of OPTIONS, which clients compare, has the field: as objects do, not, or it alone. */
  inForms: 'same' | 'never' | 'only';
  /** What that schema says of the field where it does not follow from the field. */
  form?: PropertyParts;
  label?: string;
  description?: string;
  unique: boolean;
  uniqueMessage?: string;
  indexed: boolean;
  /** Few rows share a value, as they do the name of a device. */
  selective: boolean;
  maxLength?: number;
  minLength?: number;
  min?: number;
  max?: number;
  digits?: number;
  places?: number;
  pattern?: { source: string; flags?: string; message: string };
  /** What a text may look like instead of having the form of its kind. */
  otherForm?: RegExp;
  choices?: ChoiceSet;
  /** Choices show as `{value, label}`; plain ones as the bare value. */
  plainChoice: boolean;
  /** The model a relation points at. */
  to?: Label;
  /** Tables and the change log name the objects of a list by this value of theirs, which no two share. */
  namedBy?: string;
  /** A dictionary: paths may go on with one of its keys, and rows are found by what it holds. */
  keyed?: true;
  /** What the API description calls the choices, or the object that is shown, where several models share it. */
  schemaName?: string;
  /** Name of the relation seen from the other side. */
  reverse?: string;
  /** Another name for the same. */
  reverseAlias?: string;
  onDelete: OnDelete;
  /** Who loses what the relation names, since that is deleted, counts as changed: in the change log and for webhooks. */
  recordedWhenEmptied?: true;
  /** A generic relation names only what is there: whoever writes its columns sees to it, so nobody need look. */
  certain: boolean;
  /** PostgreSQL does not watch over a relation to a model of the same service: effects keep it right. */
  unwatched: boolean;
  /** Candidates must list this content type (statuses, roles, tags). */
  onlyFor?: Label;
  /** Candidates must have this switch on. */
  onlyIf?: string;
  /** The field that holds the target's content type, for a generic reference and for the key it is made of. */
  typeField?: string;
  /** Where a generic relation is asked for one model at a time: what those are called before the model's name. */
  eachAs?: string;
  /** A generic key may hold an id that never was an object's; that of a deleted object it may not. */
  unverified?: boolean;
  /** A rule of the model tells that the object of a generic key is not there, in its place among the others. */
  checkedBy?: 'model';
  /** Content types a label field may name. */
  labels?: ContentTypeChoice;
  /** Graphs show the content type as REST does, `app.model`, and not as an object. */
  outlinedAsText?: true;
  /** Where the contract has them in the order of their labels and not in that of their numbers. */
  byLabel?: 'everywhere' | 'inForms';
  /** SQL expression of a stored generated column. */
  generated?: string;
  /** The column with the block that this address begins or ends: networks are compared with the whole of it, addresses with the address. */
  block?: string;
  columnType?: string;
  /** Whether a list in a row is read as such where commas stand between its items in a cell. */
  readsItems?: (row: Row) => boolean;
  /** What PostgreSQL puts into the column of a row that is written by somebody who does not know it. */
  columnDefault?: string;
  /** The value is a measure of the picture in another field, and is had from there. */
  measured?: { file: string; side: string };
  /** What is kept of a value that a dump has, which an earlier version may have written: what a migration made of those that were stored. */
  restored?: (value: unknown, row: Row) => unknown;
  /** Computed from the row on every save. */
  derive?: (row: Row) => unknown;
  /** Computed from the row when shown, with the values of `needs`. */
  compute?: (row: Row) => unknown;
  /**
   * Worked out for all objects of a page together when they are shown with it; the values stand in the order of the
   * rows.
   */
  gather?: Gather;
  /** Dotted paths that `gather` takes from the rows where they have them, which those just written do. */
  gatherNeeds?: string[];
  /** Dotted paths whose values `compute` reads from the row, such as `namespace.name`. */
  needs?: string[];
  /**
   * The value was copied from the object that this generic relation names, or whose address this column of text holds: to
   * see it takes to see the object.
   */
  copiedFrom?: string;
  /** A counter or reverse list: rows of `of` whose field `via` refers to this object. */
  of?: Label;
  via?: string;
  /** A reverse list through a linking model: the linking row's field that names the listed object. */
  through?: string;
  /**
   * A reverse list of linking rows: in graphs it is the objects of `to` that these name by `through`, from which this
   * object is one of the `reverse`.
   */
  leadsTo?: { to: Label; through: string; reverse: string };
  /** The column of this object that linking rows refer to, where it is not the key. */
  at?: string;
  /**
   * The column of this object that is false as long as no row of `of`, which another service keeps, can refer to it:
   * nobody need be asked then.
   */
  flaggedBy?: string;
}

/** A field as its kind sees it: what tells it from others of that kind. */
export interface FieldOfKind {
  readonly options: FieldOptions;
}
