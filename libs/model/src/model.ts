import type { Label, Row } from './catalog/label';
import type { HomeEntry, MenuEntry } from './catalog/menu';
import type { Criteria } from './criteria/criteria';
import type { Filter } from './criteria/filter';
import type { PathEnd } from './criteria/inside';
import type { Field } from './fields/field';
import type { FieldErrors } from './fields/fieldErrors';
import type { Caller } from './rules/caller';
import type { ModelReader } from './rules/modelReader';
import type { Sql, Statements } from './rules/statements';

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

/** What rules and effects can reach: their own transaction, and other models by question. */
export interface WriteContext extends ModelReader {
  tx: Statements;
  /** The same, where what a client sends decides how long a statement takes: one that takes long is a 400. */
  bounded: Statements;
  /** What the transaction remembers, by what makes it. */
  transactionState?: Map<() => object, object>;
  identity: Caller;
  requestId: string;
  /** What secrets are sealed and digested with. */
  secretKey: string;
  /** What a new password must be like: characters, and a score of zxcvbn. */
  newPassword: { length: number; strength: number };
  /**
   * Tells of rows a rule has read by a statement of its own and may name in what it finds wrong: what the caller may not
   * view of them is taken out of that.
   */
  alsoRead(label: Label, rows: readonly Row[]): void;
  /** The moment of the request, ISO. */
  now: string;
  /**
   * As `select`, for a rule that looks back from objects of this service (`targets`, written in this transaction) at those
   * who refer to them: whoever is about to is waited for, and whoever comes later waits for this transaction.
   */
  lookBack(
    targets: { label: Label; ids: readonly unknown[] },
    label: Label,
    criteria: Criteria,
    values?: string[],
  ): Promise<Row[]>;
  /** As `select`, for objects that rows of this transaction are to refer to: they are not deleted before it ends. */
  lockMatchingShared(label: Label, criteria: Criteria, values?: string[]): Promise<Row[]>;
  /** The values of columns that people have added to, of a new object of a model of this service of which nothing is said. */
  newValues(label: Label): Promise<Row>;
  /**
   * Of these objects of any model, those that a filter in the words of its list lets pass; throws a 400 for one it does
   * not have.
   */
  passing(label: string, filter: Row, ids: (string | number)[]): Promise<Set<string | number>>;
  /** What the contract's messages call a model: `dcim.RackGroup`. */
  nameOf(label: string): string;
  /** How people read a content type: `dcim | power feed`. */
  contentTypeName(label: string): string;
  /** What a path (`tenant.name`) ends at, seen from a model of any service; undefined where it leads nowhere. */
  pathEnd(label: string, path: string): PathEnd | undefined;
  /**
   * Waits for the transactions of this service under way that make rows refer to these objects of another service;
   * those that begin later wait for this one.
   */
  waitForReferrers(label: Label, ids: string[]): Promise<void>;
  /**
   * Keeps everybody from referring to these objects of a model of this service until the transaction has ended, having
   * waited for those who were about to: what is found out then about who refers to them stays so.
   */
  blockReferrers(label: Label, ids: string[]): Promise<void>;
  /** Tells the change log that these objects of a model of this service, beside those asked for, were changed too. */
  alsoChanged(label: Label, ids: string[]): Promise<void>;
  /** Tells the followers of a model of this service what became of objects; the change log does not hear of it. */
  emit(label: Label, events: ObjectEvent[]): Promise<void>;
}

/** What became of an object, for applications that follow its model. */
export interface ObjectEvent {
  id: string;
  data: Row;
}

/** What is wrong with a candidate, or nothing; nothing, too, where it names no field. */
export type RuleResult = FieldErrors | undefined;

/** Looks at one candidate and answers; never changes it. */
export type Rule = (candidate: Candidate, context: WriteContext) => RuleResult | Promise<RuleResult>;

/** Looks at all candidates of a request at once; the answers stand in their order. */
export type BatchRule = (candidates: Candidate[], context: WriteContext) => RuleResult[] | Promise<RuleResult[]>;

/**
 * Acts inside the transaction, on all candidates of a request at once. One that acts after the save may find out then
 * what is wrong with them, and answers as a rule does.
 */
export interface Effect {
  (candidates: Candidate[], context: WriteContext): Consequence | Promise<Consequence>;
  /** Whether it has anything to do for a candidate; where it does not say so, it may for any. */
  concerns?: (candidate: Candidate) => boolean;
}
// biome-ignore lint/suspicious/noConfusingVoidType: most effects answer nothing
type Consequence = RuleResult[] | undefined | void;

/** Acts inside the transaction in which rows go; before they do it may throw a `Problem` to refuse. */
export type DeleteEffect = (rows: Row[], context: WriteContext) => void | Promise<void>;

/**
 * The statement that takes locks wider than a row before stored objects are locked to be changed (`bodies`, beside the ids)
 * or deleted (none), and before new ones lock what they refer to (`bodies`, and no ids); undefined where none are needed.
 * What takes such locks in `prepare` or an effect takes them here too, so that nobody has the row and waits for them while
 * another has them and waits for the row. What is sent behind the statement does not wait for its answer: where locks go by
 * something stored, the statement looks for it itself, or the step does first.
 */
export type LockStep = (
  tx: Statements,
  ids: readonly (string | number)[],
  bodies?: readonly unknown[],
) => Sql | undefined | Promise<Sql | undefined>;

/**
 * Looks for what rules or effects go by, where what was sent and what is stored say where to look: it goes out with what
 * verifies the targets of relations, and is kept for the candidates until they ask for it. It only reads, and throws nothing.
 */
export type Look = (candidates: Candidate[], context: Pick<WriteContext, 'tx' | 'transactionState'>) => Promise<void>;

/** A set of columns whose values are taken together only once. */
export interface Unique<Name extends string = string> {
  fields: Name[];
  /**
   * Who notices, and so where the error shows: `serializer` → `non_field_errors` (and the fields become required),
   * `model` → `__all__`, `field` → the first field.
   */
  checkedBy: 'serializer' | 'model' | 'field';
  /** Only rows where this column is null count. */
  whenNull?: Name;
  /** Only rows where this text is not empty count. */
  unlessBlank?: Name;
  /** The field the error shows under, where it is not the one that `checkedBy` says. */
  toldAs?: string;
  /** The words of that error, where they are not the usual ones. */
  message?: string;
  /** Only checked when the request mentions all of these fields; otherwise the model check answers. */
  whenSent?: Name | Name[];
}

/** Words that the name of an object may take from beyond its row. */
export interface NamingContext {
  /** How people read a content type: `dcim | power feed`. */
  contentTypeName(label: string): string;
}

/** Says what an object is called. */
export type NameObject = (row: Row, context: NamingContext) => string;

/** A tree of objects of one model. */
export interface Tree {
  /** The field that names the parent. */
  parent: string;
  /** The column siblings are sorted by. */
  sortBy: string;
}

/** Panels of a page by their titles, each with the keys it shows. */
type PagePanels = Record<string, readonly string[]>;

/** How a page of one object lays its keys out. Comments and tags have panels of their own wherever there are any. */
export interface PageLayout {
  panels: PagePanels;
  /** Whether the keys that stand nowhere else share one more panel. */
  others?: boolean;
  /** Further tabs by their titles. */
  tabs?: Record<string, PagePanels>;
  /** Keys in the panels that no object has: the contract names them all the same. */
  withoutField?: readonly string[];
}

/** Which of the contract's common abilities a model has. */
export interface Abilities {
  /** Objects tell their own URL. */
  url: boolean;
  slug: boolean;
  timestamps: boolean;
  /** Objects carry tags: makes the field that holds them, for the model of a label. */
  tags: false | ((label: Label) => Field);
  /**
   * Notes can be kept on its objects; `first`: the URL of the notes stands before the fields; `unshown`: objects do not
   * tell it.
   */
  notes: boolean | 'first' | 'unshown';
  customFields: boolean;
  relationships: boolean;
  computedFields: boolean;
  /** Changes of its objects are logged, and jobs can be set off by them. */
  changeLog: boolean;
  /** Webhooks can tell of changes of its objects. */
  webhooks: boolean;
  /** People can put links of their own on its objects. */
  customLinks: boolean;
  /** Its objects can be written out after templates that people make. */
  exportTemplates: boolean;
  /** Its objects can be grouped by what they are. */
  dynamicGroups: boolean;
}

/** A model, complete: everything the engine needs to know of it. */
export interface Model {
  label: Label;
  /** The application (and service) that owns it. */
  app: string;
  /** Where the URLs of its application begin below `/api/`: `ipam`, or `plugins/bgp` of one that is loaded. */
  root: string;
  /** `prefix` of `ipam.prefix`; also the table. */
  name: string;
  /** The segment of its URLs after these; undefined for a model without an endpoint. */
  endpoint: string | undefined;
  /** Whether its objects are shown in graphs though it has no endpoint. */
  inGraphs: boolean;
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
  /** How a page of one object lays its keys out, where they do not all stand in one panel. */
  page: PageLayout | undefined;
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
  /** How tables head the id that names its objects, where they have no natural key and it is not `pk`. */
  idHeader: string | undefined;
  /** A column by which URLs name an object too. */
  alsoNamedBy: string | undefined;
  display: NameObject;
  /** How messages, templates and the change log name an object; nodes of trees go by their names alone there. */
  plainText: NameObject;
  /** Dotted paths `display` and `plainText` read. */
  displayNeeds: string[];
  filters: Record<string, Filter>;
  /** Values of related objects the rules read, by relation. */
  needs: Record<string, string[]>;
  /**
   * Columns that rules compare with what they need of a relation's target; all columns where none are named. As long as a write
   * leaves the relation and these alone, it reads the target without a lock, though rules there look back.
   */
  neededWith: Record<string, string[]>;
  /**
   * Columns that rules of those who refer to the object read (their `needs`), and from which a rule or an effect here
   * looks back at them: while one side is written under such a rule the other one waits.
   */
  guarded: readonly string[];
  /** Relations to targets of this service that one writer at a time refers to, since a rule compares all who do. */
  exclusive: readonly string[];
  /** Virtual keys accepted where objects are named by attributes: what they mean as criteria. */
  attributes: Record<string, (value: unknown) => Criteria>;
  beforeLock: LockStep[];
  /**
   * The same where objects of this model go along with those of other services, by the label of these: the statement that takes
   * wider locks before theirs. It has no values, since it goes out with BEGIN.
   */
  beforeForeignLock: Readonly<Record<Label, Sql>>;
  looks: Look[];
  prepare: BatchRule[];
  validate: BatchRule[];
  beforeSave: Effect[];
  afterSave: Effect[];
  beforeDelete: DeleteEffect[];
  /** With the rows as they were, when they and all that went along are gone. */
  afterDelete: DeleteEffect[];
  /** Works out columns that clients do not see, on the rows of objects of another server, which tells none of them. */
  deriveHidden: DeleteEffect[];
  /** Objects visible to everybody who may see the model at all; narrows further than permissions do. */
  restrict: ((identity: Caller) => Criteria) | undefined;
  /** The relation to what an object is a part of, which the change log names beside it: the device of an interface. */
  partOf: string | undefined;
  methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[];
  /** Whoever has signed in may look; it takes no permission. */
  open: boolean;
  /** Answers carry no `API-Version` header. */
  unversioned: boolean;
  /** `depth` has no effect. */
  depthIgnored: boolean;
  /** Another endpoint's list of the objects of a model (`listedAs`), without a table of its own. */
  isListing: boolean;
  menu: readonly MenuEntry[];
  home: HomeEntry | undefined;
  /** No page shows people its objects: forms lead to none. */
  pageless: boolean;
}
