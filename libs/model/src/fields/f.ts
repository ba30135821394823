import type { Label, Row } from '../catalog/label';
import { choice } from '../kinds/choice';
import { choices } from '../kinds/choices';
import { contentType, contentTypes } from '../kinds/contentType';
import { file } from '../kinds/file';
import { image } from '../kinds/image';
import { integers } from '../kinds/integers';
import { mac } from '../kinds/mac';
import { address, host, prefix } from '../kinds/network';
import { bool, decimal, float, int } from '../kinds/number';
import { many, ref } from '../kinds/relation';
import { sealed } from '../kinds/sealed';
import { computed, counter, generic, onlyOne, reverseList, whole } from '../kinds/shown';
import { json, plainJson, uuid } from '../kinds/structure';
import { color, email, text, url } from '../kinds/text';
import { texts } from '../kinds/texts';
import { date, dateTime } from '../kinds/time';
import type { ChoiceSet } from './choices';
import type { ContentTypeChoice } from './contentTypeChoice';
import { Field } from './field';
import type { FieldOptions, Gather, OnDelete } from './fieldOptions';
import type { Kind, WireSchema } from './kind';

interface RelationOptions {
  reverse?: string;
  onDelete?: OnDelete;
  /** Candidates must list this content type. */
  onlyFor?: Label;
  /** Candidates must have this switch on. */
  onlyIf?: string;
  /** Type of the target's key where it is not a UUID. */
  columnType?: string;
}

const relation = (kind: Kind, to: Label, options: RelationOptions) => Field.of(kind, { to, indexed: true, ...options });

/** The vocabulary models are written in: one function for each kind of field. */
export const f = {
  text: (maxLength?: number) => Field.of(text, maxLength === undefined ? {} : { maxLength }),
  email: () => Field.of(email, { maxLength: 254 }),
  url: (maxLength = 200) => Field.of(url, { maxLength }),
  color: () => Field.of(color, { maxLength: 6 }).matching(/^[0-9a-f]{6}$/, 'Enter a valid hexadecimal RGB color code.'),
  /** Text that is stored sealed; a rule of the model seals it. */
  sealed: (limits: { minLength?: number; maxLength?: number } = {}) => Field.of(sealed, { required: false, ...limits }),
  int: (limits: { min?: number; max?: number } = {}) => Field.of(int, limits),
  float: (limits: { min?: number; max?: number } = {}) => Field.of(float, limits),
  decimal: (digits: number, places: number, limits: { min?: number; max?: number } = {}) =>
    Field.of(decimal, { digits, places, ...limits }),
  bool: () => Field.of(bool),
  dateTime: () => Field.of(dateTime),
  date: () => Field.of(date),
  json: () => Field.of(json),
  /** JSON of the type that the row tells; `readsItems` where that reads a cell as a list, with commas between its items. */
  plainJson: (readsItems: (row: Row) => boolean) => Field.of(plainJson, { readsItems }),
  uuid: () => Field.of(uuid),
  /** A file of any kind. */
  file: () => Field.of(file),
  /** A picture that clients upload. */
  image: () => Field.of(image, { form: { type: 'string', format: 'data-url' } }),
  /** How long a side of the picture in another field is; whatever clients say, it is measured. */
  sideOf: (file: string, side: 'width' | 'height') => Field.of(int, { min: 0, max: 32767, measured: { file, side } }),
  /** Whole numbers in the order given, at least one. */
  integers: (limits: { min?: number; max?: number } = {}) => Field.of(integers, limits),
  /** Texts in the order given. */
  texts: () => Field.of(texts),
  /** Shown as `{value, label}`. */
  choice: (choices: ChoiceSet) => Field.of(choice, { choices }),
  /** Shown as the bare value. */
  plainChoice: (choices: ChoiceSet) => Field.of(choice, { choices, plainChoice: true }),
  /** Any of the values of a set, shown bare and in the order of the set. */
  choices: (among: ChoiceSet) => Field.of(choices, { choices: among }),
  prefix: () => Field.of(prefix),
  address: () => Field.of(address),
  host: () => Field.of(host),
  /** The hardware address of an interface. */
  mac: () => Field.of(mac),
  /** A relation to one object of any service. */
  ref: (to: Label, options: RelationOptions = {}) => relation(ref, to, options),
  /** A relation to several objects of any service. */
  many: (to: Label, options: RelationOptions = {}) =>
    relation(many, to, options).with({ required: false, default: () => [], rootOnly: true, onDelete: 'setNull' }),
  /** One content type, perhaps of those that are chosen by what models say of themselves. */
  contentType: (labels: ContentTypeChoice = 'any') => Field.of(contentType, { labels }),
  contentTypes: (labels: ContentTypeChoice = 'any') =>
    Field.of(contentTypes, { labels, rootOnly: true, indexed: true }),
  /** The object that a content-type field and an id field together name. */
  generic: (typeField: string, via: string) => Field.of(generic, { typeField, via, readOnly: true, required: false }),
  /** The object that the column `via` names, as it is shown by itself, whatever the depth, and described as `schemaName`. */
  whole: (to: Label, via: string, schemaName: string) =>
    Field.of(whole, { to, via, schemaName, readOnly: true, required: false }),
  /**
   * The id of an object whose model the content-type field `typeField` names. Where that field says which models it may
   * be, the deletion of such an object asks for those who refer to it; where it may be any, followers see to the rest.
   */
  genericKey: (typeField: string, options: Partial<Pick<FieldOptions, 'onDelete' | 'unverified' | 'checkedBy'>> = {}) =>
    Field.of(uuid, { typeField, indexed: true, ...options }),
  /** A stored column PostgreSQL computes from others. */
  generated: (kind: 'int' | 'host' | 'text', expression: string) =>
    Field.of({ int, host, text }[kind], { generated: expression, readOnly: true, required: false }),
  /**
   * A hidden column for `flaggedBy`: off when an object is created, on as soon as something may refer to it. Rows of
   * somebody who does not know it have it on.
   */
  referenceFlag: () => Field.of(bool, { default: false, hidden: true, required: false, columnDefault: 'true' }),
  /** A hidden column computed from the row on every save. */
  derived: (derive: (row: Row) => unknown, maxLength?: number) =>
    Field.of(text, {
      derive,
      hidden: true,
      required: false,
      nullable: true,
      ...(maxLength === undefined ? {} : { maxLength }),
    }),
  /** A value worked out when the object is shown. `needs` names dotted paths to related values. */
  computed: (schema: WireSchema, compute: (row: Row) => unknown, needs: string[] = []) =>
    Field.of(computed(schema), { compute, needs, readOnly: true, required: false }),
  /** A value worked out for all objects that are shown together, perhaps with questions to other services. */
  gathered: (schema: WireSchema, gather: Gather) =>
    Field.of(computed(schema), { gather, readOnly: true, required: false }),
  /** How many rows of `of` refer to this object by `via`. */
  count: (of: Label, via: string) => Field.of(counter, { of, via, readOnly: true, required: false, rootOnly: true }),
  /**
   * The rows of `of` that refer to this object by `via`, or what those name by `through`, from which this object is one
   * of the `reverse`.
   */
  listOf: (
    of: Label,
    via: string,
    options: Partial<Pick<FieldOptions, 'through' | 'to' | 'rootOnly' | 'reverse' | 'flaggedBy' | 'leadsTo'>> = {},
  ) => Field.of(reverseList, { of, via, readOnly: true, required: false, ...options }),
  /** The `to` that rows of `of` name by `through` for what this object's column `at` refers to, when it is just one. */
  onlyOne: (to: Label, link: Required<Pick<FieldOptions, 'of' | 'via' | 'through' | 'at'>>) =>
    Field.of(onlyOne, { to, ...link, nullable: true, readOnly: true, required: false }),
};
