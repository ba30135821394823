import type { Queryable } from '@plumbline/store';
import type { ChoiceSet } from './choices';
import type { Kind } from './kind';
import type { Label, Row } from './label';
import type { Asking } from './model';

/** Parts of a property of OPTIONS, or what makes them for each answer. */
type Form = Readonly<Record<string, unknown>> | (() => Readonly<Record<string, unknown>>);

/** What happens to an object when the one it refers to is deleted; `handled`: the target's own effects see to it. */
export type OnDelete = 'protect' | 'cascade' | 'setNull' | 'handled';

/** Works out the values of a field for rows that are shown together, with as many questions for one as for many. */
export type Gather = (rows: Row[], asking: Asking) => Promise<unknown[]>;

/** Everything that tells one field from another of its kind. */
export interface FieldOptions {
  required: boolean;
  nullable: boolean;
  /** The empty text is a value. */
  blank: boolean;
  /** Value when a create leaves the field out; a function is called per object, with who writes it. */
  default?: unknown;
  /** Makes the object of this service that the default names, where it is not there. */
  makeDefault?: (tx: Queryable) => Promise<void>;
  /** What is stored of an object of another server, which does not tell the value. */
  untold?: unknown;
  /** A replace (PUT) that leaves the field out resets it to the default. */
  resetOnReplace: boolean;
  readOnly: boolean;
  writeOnly: boolean;
  /** Ignored unless the write creates the object. */
  onlyOnCreate: boolean;
  /** Stored but never shown, sent or filtered. */
  hidden: boolean;
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
  form?: Form;
  label?: string;
  description?: string;
  unique: boolean;
  uniqueMessage?: string;
  indexed: boolean;
  /** Few rows share a value, as they do the name of a device. */
  telling: boolean;
  maxLength?: number;
  minLength?: number;
  min?: number;
  max?: number;
  digits?: number;
  places?: number;
  pattern?: { source: string; flags?: string; message: string };
  choices?: ChoiceSet;
  /** Choices show as `{value, label}`; plain ones as the bare value. */
  plainChoice: boolean;
  /** The model a relation points at. */
  to?: Label;
  /** Name of the relation seen from the other side. */
  reverse?: string;
  onDelete: OnDelete;
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
  /** A generic key may hold the id of an object that is not there. */
  unverified?: boolean;
  /** A rule of the model tells that the object of a generic key is not there, in its place among the others. */
  checkedBy?: 'model';
  /** Content types a label field may name; undefined: every known one. */
  labels?: 'any' | Label[];
  /** The contract lists them in this order and not in that of their numbers. */
  asListed?: boolean;
  /** SQL expression of a stored generated column. */
  generated?: string;
  /** The column with the block that this address begins or ends: networks are compared with the whole of it. */
  block?: string;
  columnType?: string;
  /** What PostgreSQL puts into the column of a row that is written by somebody who does not know it. */
  columnDefault?: string;
  /** The value is a measure of the picture in another field, and is had from there. */
  measured?: { file: string; side: string };
  /** Computed from the row on every save. */
  derive?: (row: Row) => unknown;
  /** Computed from the row when shown, with the values of `needs`. */
  compute?: (row: Row) => unknown;
  /**
   * Worked out for all objects of a page together when they are shown with it; the values stand in the order of the
   * rows.
   */
  gather?: Gather;
  /** Dotted paths whose values `compute` reads from the row, such as `namespace.name`. */
  needs?: string[];
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
  notedIn?: string;
}

const plain: FieldOptions = {
  required: true,
  nullable: false,
  blank: false,
  resetOnReplace: false,
  readOnly: false,
  writeOnly: false,
  onlyOnCreate: false,
  hidden: false,
  optIn: false,
  rootOnly: false,
  last: false,
  echoed: false,
  inForms: 'same',
  unique: false,
  indexed: false,
  telling: false,
  plainChoice: false,
  onDelete: 'protect',
  unwatched: false,
  certain: false,
};

/** One field of a model: a kind and its options. Immutable; each method returns a changed copy. */
export class Field {
  constructor(
    readonly kind: Kind,
    readonly options: FieldOptions,
  ) {}

  static of(kind: Kind, options: Partial<FieldOptions> = {}): Field {
    return new Field(kind, { ...plain, ...options });
  }

  with(options: Partial<FieldOptions>): Field {
    return new Field(this.kind, { ...this.options, ...options });
  }

  /** May be left out and may be null. */
  optional(): Field {
    return this.with({ required: false, nullable: true });
  }

  /** May be null, but a create must mention it. */
  nullable(): Field {
    return this.with({ nullable: true });
  }

  /** The empty text is accepted. */
  blank(): Field {
    return this.with({ blank: true });
  }

  /**
   * May be left out; this value is stored then. Text with an empty default accepts blank; a relation's names the object
   * as clients do.
   */
  default(value: unknown): Field {
    return this.with({ required: false, default: value, blank: this.options.blank || value === '' });
  }

  /** As `default`, and a replace without the field resets it too. */
  defaultAlsoOnReplace(value: unknown): Field {
    return this.default(value).with({ resetOnReplace: true });
  }

  /** The field's name for people, where it is not the name with spaces. */
  label(label: string): Field {
    return this.with({ label });
  }

  /** One sentence for the API documentation. */
  describe(description: string): Field {
    return this.with({ description });
  }

  unique(message?: string): Field {
    return this.with({ unique: true, ...(message === undefined ? {} : { uniqueMessage: message }) });
  }

  indexed(): Field {
    return this.with({ indexed: true });
  }

  /** As `indexed`, for what few rows share: PostgreSQL plans the search for one value once and for all. */
  telling(): Field {
    return this.with({ indexed: true, telling: true });
  }

  readOnly(): Field {
    return this.with({ readOnly: true, required: false });
  }

  writeOnly(): Field {
    return this.with({ writeOnly: true });
  }

  /** Decided when the object is created; later writes may mention it without effect. */
  onlyOnCreate(): Field {
    return this.with({ onlyOnCreate: true });
  }

  /** Stored but not part of the contract. */
  hidden(): Field {
    return this.with({ hidden: true, required: false });
  }

  /** Left out when the object is shown inside another. */
  rootOnly(): Field {
    return this.with({ rootOnly: true });
  }

  /** Shown after the common trailing fields. */
  last(): Field {
    return this.with({ last: true });
  }

  /** Clients may send it and read it in the answer, as the contract has it, but other objects decide it. */
  echoed(): Field {
    return this.with({ echoed: true, readOnly: false });
  }

  /** A key beyond the reference's, which its form schemas do not know. */
  addition(): Field {
    return this.with({ inForms: 'never' });
  }

  /** A key the reference promises in its form schemas and never sends. */
  onlyInForms(): Field {
    return this.hidden().with({ inForms: 'only' });
  }

  /** What the form schema of OPTIONS says of the field where that does not follow from it. */
  inForm(form: Form): Field {
    return this.with({ form });
  }

  /** Values must match; the message is what the client reads otherwise. */
  matching(pattern: RegExp, message: string): Field {
    return this.with({ pattern: { source: pattern.source, flags: pattern.flags, message } });
  }

  get stored(): boolean {
    return this.kind.column !== undefined;
  }

  /** Whether the column holds ids of objects of several models. */
  get isGenericKey(): boolean {
    return this.stored && this.options.typeField !== undefined;
  }

  /** Whether the column refers to bytes that are kept beside the objects. */
  get isFile(): boolean {
    return this.kind.keepsFiles === true;
  }

  get isRelation(): boolean {
    return this.kind.lookups === 'relation';
  }

  get isMany(): boolean {
    return this.kind.lookups === 'many';
  }
}
