import type { FieldOptions, PropertyParts } from './fieldOptions';
import type { Kind } from './kind';

const plain: FieldOptions = {
  required: true,
  nullable: false,
  blank: false,
  resetOnReplace: false,
  readOnly: false,
  writeOnly: false,
  neverNull: false,
  onlyOnCreate: false,
  hidden: false,
  unshown: false,
  optIn: false,
  rootOnly: false,
  last: false,
  echoed: false,
  inForms: 'same',
  unique: false,
  indexed: false,
  selective: false,
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
  selective(): Field {
    return this.with({ indexed: true, selective: true });
  }

  readOnly(): Field {
    return this.with({ readOnly: true, required: false });
  }

  writeOnly(): Field {
    return this.with({ writeOnly: true });
  }

  /** Decided when the object is created; later writes may mention it, rightly, without effect. */
  onlyOnCreate(): Field {
    return this.with({ onlyOnCreate: true });
  }

  /** Stored but not part of the contract. */
  hidden(): Field {
    return this.with({ hidden: true, required: false });
  }

  /** Part of the contract wherever fields are named, but of no object that REST shows. */
  unshown(): Field {
    return this.with({ unshown: true, inForms: 'never' });
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
  inForm(form: PropertyParts): Field {
    return this.with({ form });
  }

  /** The value is a copy of what the object is like that a generic relation of the model, or an address in it, names. */
  copiedFrom(name: string): Field {
    return this.with({ copiedFrom: name });
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
    return this.kind.relates === 'one';
  }

  get isMany(): boolean {
    return this.kind.relates === 'several';
  }

  /** Whether the value is a set: empty rather than null. */
  get isSet(): boolean {
    return this.kind.isSet === true;
  }
}
