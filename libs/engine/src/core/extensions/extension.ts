import type { Questions, Subject } from '@plumbline/bus';
import type { Grants } from '@plumbline/http';
import type { Criteria, Manifest, Model, Row } from '@plumbline/model';
import type { TableSpec } from '@plumbline/store';
import type { Schema } from '../apiSchema';
import type { Chore } from '../background/chore';
import type { ToDelete } from '../deletions/toDelete';
import type { Engine, UnitOfWork } from '../engine';
import type { Item } from '../item';
import { memoize } from '../kept/memoize';
import type { Protector } from '../messages/messages';
import type { BusHandler } from '../service';
import type { Audit } from './audit';
import type { ObjectEndpoint } from './objectEndpoint';
import type { SyncedDefinitions } from './syncedDefinitions';

/**
 * Something that objects of many models have beside what their models say: custom fields, relationships, notes … Each is
 * one object of this type, which the program registers (`Registered`). The stages of a request go through all that
 * concern a model and know none of them by name. What a stage has no use for is left out.
 */
export interface Extension {
  /** What a reader of the code calls it. */
  name: string;
  /** Whether objects of a model have it. */
  concerns(model: Model): boolean;

  /** The keys that it adds to objects of a model, in order. One may be the name of a column of the model: it is shown then as it is here. */
  keys?(model: Model): readonly ExtensionKey[];
  /** An endpoint below the URL of each object. */
  endpoint?: ObjectEndpoint;
  /** What templates see of an object beside its fields. */
  template?(engine: Engine, model: Model, row: Row): Row;
  /** Columns of tables in place of its keys. */
  table?: ExtensionTable;

  /** What a parameter of a list filters by; undefined: nothing of this extension. */
  filter?(work: UnitOfWork, model: Model, parameter: string): ExtensionFilter | undefined;

  /**
   * Locks what it goes by, before any row of the model is locked: by the statement that it sends before it waits for anything,
   * since what comes behind does not wait for it.
   */
  lock?(work: UnitOfWork, model: Model): Promise<void>;
  /** Reads what a request brings for objects of a model; answers what is to be done with it as the write goes on. */
  readInput?(work: UnitOfWork, model: Model, items: Item[]): ExtensionWrite;
  /** Values of columns of a new object of a model of this service, of which nothing is said. */
  newValues?(work: UnitOfWork, label: string): Promise<Row>;
  /** What its values refer to although no relation says so. */
  looseReferences?: readonly LooseReference[];
  /** Keys of its own that tell nothing about which object is meant, where objects are named by what they are shown with. */
  onlyShown?: readonly string[];
  /** What hangs on a deleted object goes after it, and shows it as it was: the change record keeps that. */
  goesAfter?: true;

  /** Tables of its own, in every service. */
  tables?: readonly TableSpec[];
  /** What `plumbline audit` looks at in a service with these models, all of which it concerns. */
  audits?(models: readonly Model[]): Audit[];

  /** Definitions that every service keeps a copy of and follows. */
  follow?: SyncedDefinitions;
  /** What every service looks after for it every few seconds, and before a dump. */
  chores?: readonly Chore[];
  /** Whether nothing is half done in a service. */
  isSettled?(work: UnitOfWork): Promise<boolean>;
  /** What others may ask a service about it, by `<model>.<verb>`. */
  busHandlers?: Record<string, BusHandler>;
  /** What these questions and their answers are. */
  questions?: Questions;
  /** What services with models that it concerns ask. */
  asks?: readonly Subject[];
  /** It leads from objects of any model that it concerns to those of any other: what is asked about these besides. */
  leadsAnywhere?: readonly string[];
}

/** A key that objects have by an extension. */
export interface ExtensionKey {
  key: string;
  /** What forms call it. */
  title: string;
  /** It stands before the fields, with `id` and `url`. */
  leads?: true;
  /** It is there where a request names it (`include`), and in answers to writes. */
  optIn?: true;
  /** Requests do not bring it. */
  readOnly?: true;
  value: ExtensionValue;
  /** Reads what a request brings for a key that is a column; answers what is wrong with it. */
  read?(item: Item, value: unknown): string[] | undefined;
  /** The property of the schema for forms, without its title. */
  form(engine: Engine, model: Model): Record<string, unknown>;
  /** Hints for form builders. */
  formHints?: Record<string, unknown>;
  /** What the API description says of the value. */
  schema: Schema;
}

/** How the value of a key comes about, as JSON text. */
export type ExtensionValue =
  /** The address of the extension's endpoint. */
  | { of: 'endpoint'; name: string }
  /**
   * From the row, and from what the process knows (`goesBy`, the same object as long as the same row is written the same); made
   * once for each shape objects of a model are shown in.
   */
  | {
      of: 'row';
      writer(model: Model): (row: Row, work: UnitOfWork) => string;
      goesBy(engine: Engine, model: Model): unknown;
    }
  /** For all objects of a page together, by id; those that are not there have `{}`. */
  | { of: 'page'; isEmpty(engine: Engine, model: Model): boolean; texts: PageTexts };

/** Works out JSON texts for objects of one model, loaded to be shown, by id. */
export type PageTexts = (
  work: UnitOfWork,
  model: Model,
  rows: Row[],
  nested: ShowNested | undefined,
) => Promise<Map<unknown, string>>;

/** Shows objects of all models, by label, as they are inside others: JSON texts by id, by label. */
export type ShowNested = (wanted: Map<string, Set<string | number>>) => Promise<Map<string, Map<unknown, string>>>;

/** Columns that an extension adds to tables of objects. */
export interface ExtensionTable {
  /** In order, at the end of each line; the value is had from the object as it is shown. */
  columns(engine: Engine, model: Model): { header: string; value(shown: Row): unknown }[];
  /** The key of the body, and the name below it, that the cells of a column are for. */
  read(header: string): { key: string; name: string } | undefined;
}

/** What a parameter filters by. */
export interface ExtensionFilter {
  /** It may stand in a filter by which a relationship chooses objects. */
  choosesObjects: boolean;
  /** In a filter that is kept it has a list of values. */
  takesList: boolean;
  /** The objects that match, for values that are not empty; throws a 400 for a value that it cannot take. */
  criteria(values: string[]): Promise<Criteria>;
}

/** What becomes of an extension's part of a write, at the stages that are its; all items of a request at once. */
export interface ExtensionWrite {
  /** Finds the objects that the input names, when the relations of the items are found. */
  resolve?(): Promise<void>;
  /** The first of the rules: completes the rows of items with which nothing was wrong so far, and finds fault with them. */
  complete?(items: Item[]): Promise<void>;
  /** Finds fault with items when all else of them is right and written; told by itself, in lists too of the first alone. */
  checkWritten?(items: Item[]): Promise<void>;
  /** When everything else is written: with the rows as they are shown, by id. */
  afterWrite?(rows: Map<unknown, Row>): Promise<void>;
}

/**
 * What objects refer to otherwise than by a relation of theirs, by a value for example. Deletions ask for it as for
 * relations, and whoever writes such a value locks and verifies what it refers to (`lockTargets`, `selectNotBeingDeleted`).
 */
export interface LooseReference {
  /** The model that is referred to. */
  to: string;
  /** Whether objects of a model may refer to it. */
  isFrom(manifest: Manifest): boolean;
  /** What stands in the way of a deletion in the service that is asked. */
  protectors(work: UnitOfWork, toDelete: ToDelete): Promise<Protector[]>;
}

/** The extensions of a program. Which of them concern a model is found out once. */
export interface Extensions {
  all: readonly Extension[];
  /** Those that objects of a model have. */
  of(model: Model): readonly Extension[];
  /** The keys they add to objects of a model, in order. */
  keysOf(model: Model): readonly ExtensionKey[];
  key(model: Model, name: string): ExtensionKey | undefined;
  /** What others may ask every service about them. */
  busHandlers: Record<string, BusHandler>;
  questions: Questions;
  /** What services keep copies of. */
  followed: readonly SyncedDefinitions[];
  /** Keys that tell nothing about which object is meant. */
  onlyShown: ReadonlySet<string>;
  /** Tables that every service has for them. */
  tables: readonly TableSpec[];
}

export function createExtensions(all: readonly Extension[]): Extensions {
  const of = memoize((model: Model) => all.filter((extension) => extension.concerns(model)));
  const keysOf = memoize((model: Model) => of(model).flatMap((extension) => extension.keys?.(model) ?? []));
  const keysByName = memoize((model: Model) => new Map(keysOf(model).map((key) => [key.key, key])));
  return {
    all,
    of,
    keysOf,
    key: (model, name) => keysByName(model).get(name),
    busHandlers: Object.assign({}, ...all.map(({ busHandlers }) => busHandlers)),
    questions: Object.assign({}, ...all.map(({ questions }) => questions)),
    followed: all.flatMap(({ follow }) => follow ?? []),
    onlyShown: new Set(all.flatMap(({ onlyShown = [] }) => onlyShown)),
    tables: all.flatMap(({ tables = [] }) => tables),
  };
}

/** Where a service learns what users may do. */
export interface GrantSource {
  of(work: UnitOfWork, userId: string): Promise<Grants>;
  /** What it asks for that. */
  asks: readonly Subject[];
}

/** What the program hands to each service beside its definition. */
export interface Registered {
  extensions: Extensions;
  grants: GrantSource;
}
