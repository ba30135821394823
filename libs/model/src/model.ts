import type { FieldErrors, Identity } from '@plumbline/http';
import type { Queryable } from '@plumbline/store';
import type { Criteria } from './criteria';
import type { Field } from './field';
import type { Filter } from './filter';
import type { Label, Row } from './label';

/** One object on its way into the database. */
export interface Candidate {
  /** Its place in the request. */
  index: number;
  /** The stored row; undefined for a create. */
  before: Row | undefined;
  /** The row as it is to be stored; rules read it, `prepare` and effects may change it. */
  row: Row;
  /** What the client sent, parsed, relations resolved to ids; write-only fields are here alone. */
  sent: Row;
  /** Values of related objects that the model's `needs` asks for, by relation. */
  related: Record<string, Row | undefined>;
}

/** Other models, of any service, by question. */
export interface Asking {
  /** Objects of any model of any service that match, with the values asked for (dotted paths; `id` is always there). */
  select(label: Label, criteria: Criteria, values?: string[]): Promise<Row[]>;
  /** A question that another service answers for a model of its own beside those about all models. */
  ask<T>(label: Label, verb: string, payload: unknown): Promise<T>;
}

/** What rules and effects can reach: their own transaction, and other models by question. */
export interface WriteContext extends Asking {
  tx: Queryable;
  identity: Identity;
  requestId: string;
  /** What secrets are sealed and digested with. */
  secretKey: string;
  /** The moment of the request, ISO. */
  now: string;
  /** As `select`, for objects that rows of this transaction are to refer to: they are not deleted before it ends. */
  hold(label: Label, criteria: Criteria, values?: string[]): Promise<Row[]>;
  /** The custom fields of a new object of a model of this service of which nothing is said: their defaults. */
  newCustomFields(label: Label): Row;
  /**
   * Of these objects of any model, those that a filter in the words of its list lets pass; throws a 400 for one it does
   * not have.
   */
  passing(label: string, filter: Row, ids: (string | number)[]): Promise<Set<string | number>>;
  /** What the contract's messages call a model: `dcim.RackGroup`. */
  nameOf(label: string): string;
  /**
   * Waits for the transactions of this service under way that make rows refer to these objects of another service;
   * those that begin later wait for this one.
   */
  outwait(label: Label, ids: string[]): Promise<void>;
  /** Tells the change log that these objects of a model of this service, beside those asked for, were changed too. */
  alsoChanged(label: Label, ids: string[]): Promise<void>;
  /** Tells the followers of a model of this service what became of objects; the change log does not hear of it. */
  emit(label: Label, events: Happening[]): Promise<void>;
}

/** What became of an object, for applications that follow its model. */
export interface Happening {
  id: string;
  data: Row;
}

/** What is wrong with a candidate, or nothing. */
export type Verdict = FieldErrors | undefined;

/** Looks at one candidate and answers; never changes it. */
export type Rule = (candidate: Candidate, context: WriteContext) => Verdict | Promise<Verdict>;

/** Looks at all candidates of a request at once; the answers stand in their order. */
export type BatchRule = (candidates: Candidate[], context: WriteContext) => Verdict[] | Promise<Verdict[]>;

/**
 * Acts inside the transaction, on all candidates of a request at once. One that acts after the save may find out then
 * what is wrong with them, and answers as a rule does.
 */
export type Effect = (candidates: Candidate[], context: WriteContext) => Consequence | Promise<Consequence>;
// biome-ignore lint/suspicious/noConfusingVoidType: most effects answer nothing
type Consequence = Verdict[] | undefined | void;

/** Acts inside the transaction in which rows go; before they do it may throw a `Problem` to refuse. */
export type DeleteEffect = (rows: Row[], context: WriteContext) => void | Promise<void>;

/**
 * Takes locks wider than a row before stored objects are locked to be changed (`bodies`, beside the ids) or deleted
 * (none). What takes such locks in `prepare` or an effect takes them here too, so that nobody has the row and waits for
 * them while another has them and waits for the row.
 */
export type LockStep = (tx: Queryable, ids: readonly (string | number)[], bodies?: readonly unknown[]) => Promise<void>;

/** A set of columns whose values are taken together only once. */
export interface Unique {
  fields: string[];
  /**
   * Who notices, and so where the error shows: `serializer` → `non_field_errors` (and the fields become required),
   * `model` → `__all__`, `field` → the first field.
   */
  checkedBy: 'serializer' | 'model' | 'field';
  /** Only rows where this column is null count. */
  whenNull?: string;
  /** Only rows where this text is not empty count. */
  unlessBlank?: string;
  /** The field the error shows under, where it is not the one that `checkedBy` says. */
  toldAs?: string;
  /** The words of that error, where they are not the usual ones. */
  message?: string;
  /** Only checked when the request mentions all of these fields; otherwise the model check answers. */
  whenSent?: string | string[];
}

/** A tree of objects of one model. */
export interface Tree {
  /** The field that names the parent. */
  parent: string;
  /** The column siblings are sorted by. */
  sortBy: string;
}

/** Which of the contract's common abilities a model has. */
export interface Abilities {
  /** Objects tell their own URL. */
  url: boolean;
  slug: boolean;
  timestamps: boolean;
  tags: boolean;
  /** Notes can be kept on its objects; `first`: the URL of the notes stands before the fields. */
  notes: boolean | 'first';
  customFields: boolean;
  relationships: boolean;
  computedFields: boolean;
  changeLog: boolean;
}

/** A model, complete: everything the engine needs to know of it. */
export interface Model {
  label: Label;
  /** The application (and service) that owns it, and the first segment of its URLs. */
  app: string;
  /** `prefix` of `ipam.prefix`; also the table. */
  name: string;
  /** The second segment of its URLs; undefined for a model without an endpoint. */
  endpoint: string | undefined;
  /** One sentence for the API documentation. */
  description: string;
  /** What answers to OPTIONS say of the endpoint; nothing for most, as in the contract. */
  introduction: string;
  /** Words for one and for many: `IP address`, `IP addresses`. */
  title: string;
  plural: string;
  /** `VLANGroup`: what descriptions of the API call its objects. */
  className: string;
  /** The columns people see first in a list. */
  listed: string[];
  keyType: 'uuid' | 'int';
  abilities: Abilities;
  fields: Record<string, Field>;
  tree: Tree | undefined;
  /** A moment that every row has and none changes: the table is kept in partitions, one for each month of it. */
  partitionBy: string | undefined;
  /** Columns and relations the list is ordered by, or dotted paths within the service; `-` turns one round. */
  order: string[];
  unique: Unique[];
  /** Sets of columns that are looked up together; each becomes an index. */
  indexes: string[][];
  /** Dotted paths that together name one object. */
  naturalKey: string[];
  /** A column by which URLs name an object too. */
  alsoNamedBy: string | undefined;
  display: (row: Row) => string;
  /** How messages, templates and the change log name an object; nodes of trees go by their names alone there. */
  plainText: (row: Row) => string;
  /** Dotted paths `display` and `plainText` read. */
  displayNeeds: string[];
  filters: Record<string, Filter>;
  /** Values of related objects the rules read, by relation. */
  needs: Record<string, string[]>;
  /** Virtual keys accepted where objects are named by attributes: what they mean as criteria. */
  attributes: Record<string, (value: unknown) => Criteria>;
  beforeLock: LockStep[];
  prepare: BatchRule[];
  validate: BatchRule[];
  beforeSave: Effect[];
  afterSave: Effect[];
  beforeDelete: DeleteEffect[];
  /** With the rows as they were, when they and all that went along are gone. */
  afterDelete: DeleteEffect[];
  /** Works out columns that clients do not see, on the rows of objects of another server, which tells none of them. */
  whenUntold: DeleteEffect[];
  /** Applications that follow what happens to these objects; whoever writes is answered when they have taken it in. */
  followers: readonly string[];
  /** Objects visible to everybody who may see the model at all; narrows further than permissions do. */
  restrict: ((identity: Identity) => Criteria) | undefined;
  /** The relation to what an object is a part of, which the change log names beside it: the device of an interface. */
  partOf: string | undefined;
  methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[];
  /** Whoever has signed in may look; it takes no permission. */
  open: boolean;
  /** Answers carry no `API-Version` header. */
  unversioned: boolean;
  /** `depth` has no effect. */
  depthIgnored: boolean;
}
