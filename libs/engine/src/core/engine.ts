import type { Bus } from '@plumbline/bus';
import type { App, Settings } from '@plumbline/config';
import type { Identity } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Catalog, Criteria, Filter, Manifest, Model, Row } from '@plumbline/model';
import type { Queue } from '@plumbline/queue';
import type { Database, Queryable, Replicas } from '@plumbline/store';
import type { Tracing } from '@plumbline/tracing';
import type { DeletedObject } from './deletions/deletedObject';
import type { FindRequest, QueryReply, QueryRequest } from './messages/messages';
import type { RequestScope } from './scope';

/**
 * What a service has at hand for as long as it runs. How objects are found anywhere takes all floors of the engine, and
 * all of them ask: the runtime hands it in (`bus/find`), everybody asks through `core/messages/ask`.
 */
export interface Engine {
  app: App;
  /** The version of the service, for whoever is told that it does not know something. */
  version: string;
  models: ReadonlyMap<string, Model>;
  catalog: Catalog;
  /** Services that there are and that have not said yet what they are. */
  unknown: Set<App>;
  database: Database;
  /**
   * Connections of their own for single statements: answers to other services come from here. A transaction may wait
   * for such an answer, so they must be had while transactions hold all other connections, here and there.
   */
  answers: Database;
  /** Copies of the database that may be a little behind. */
  replicas?: Replicas;
  bus: Bus;
  settings: Settings;
  log: Log;
  /** Where background work waits, in services that have such. */
  queue?: Queue;
  /** Set when traces are wanted. */
  tracing?: Tracing;
  /** What this process keeps for the engine, by what makes it (`perEngine`). */
  kept: Map<() => object, object>;
  /** Objects of any model of any service that match, with the values asked for; `id` is always among them. */
  select(work: UnitOfWork, label: string, criteria: Criteria, options?: SelectOptions): Promise<Row[]>;
  /** The distinct values of one column among the objects that match. */
  findValues(work: UnitOfWork, label: string, criteria: Criteria, column: string, options?: Viewer): Promise<unknown[]>;
  /** Values of fields of the objects of any model of any service that match; nothing of a model that nobody has. */
  query(work: UnitOfWork, label: string, request: QueryRequest): Promise<QueryReply>;
}

/** What is to be known of the objects that are asked for. */
export type SelectOptions = Omit<FindRequest, 'criteria' | 'distinct'>;

/** Who looks, where that decides what there is. */
export type Viewer = Pick<FindRequest, 'viewer'>;

/** Something to do once a transaction has ended. */
export type AfterTransaction = () => Promise<void>;

/** What was taken on trust in a write: whether it has left out a check, or gone by what a name meant before. */
export interface Trust {
  leftOut: boolean;
}

/** Objects that filters of several name, by their ids or what they are called. */
export interface PendingLookup {
  ids: Set<string>;
  names: Set<string>;
  rows: Promise<Row[]>;
}

/** One piece of work: an engine, the request it is for, and where its statements run. */
export interface UnitOfWork {
  engine: Engine;
  scope: RequestScope;
  /** The pool, or the transaction this work is part of. */
  sql: Queryable;
  /** Set when that is a read replica. */
  replica?: Database;
  /** Set in a transaction: what is to be done once it has committed. */
  afterCommit?: AfterTransaction[];
  /** Set where a write passes the gate of its service while it goes on: what it has others do waits until it may. */
  entered?: Promise<void>;
  /** Set where a statement of the writer's own went out with BEGIN: what it answers. */
  opened?: Promise<Row[]>;
  /** Set in a transaction: what it remembers, by what makes it (`perTransaction`). */
  transactionState?: Map<() => object, object>;
  /** Nobody waits until followers have taken in what this work changes: they may be waiting for it. */
  unawaited?: boolean;
  /**
   * Set where a write is tried whose values nobody may have, and whose names may mean what they meant before: PostgreSQL, or
   * the look behind the locks, says so where it is otherwise, and then it is done again with its checks, which know what to
   * say.
   */
  trusting?: Trust;
  /**
   * Set where another transaction waits for this one, which it has asked for: objects of a model that it is writing. It has seen to it that they may be
   * referred to (`holdForReferrer`); nobody else can lock them or tell whether they are there.
   */
  held?: { label: string; ids: ReadonlySet<string | number> };
  /** Set where what a deletion leaves behind goes after it. */
  deletedObject?: DeletedObject;
  /** Set where related objects that this user may not view are hidden: nothing but their ids is shown or asked about. */
  viewer?: Identity;
  /** What that user may view, by model, as far as it has been worked out. */
  viewable?: Map<Model, Promise<Criteria>>;
  /** Set where many filters are read beside one another: what they look for among related objects, about to be asked for together. */
  lookups?: Map<Filter, PendingLookup>;
  /** Set where a write is decided: what is done when nothing is left that might wait, right before COMMIT. */
  lastly?: (() => Promise<void>)[];
  /** Set in a transaction: what is to be done once it has come to nothing. */
  afterRollback?: AfterTransaction[];
}

/** The model when this service owns it. */
export function ownModel(engine: Engine, label: string | undefined): Model | undefined {
  return label === undefined ? undefined : engine.models.get(label);
}

/** The manifest of a model that another service owns; none of one with something sealed, which is its service's alone. */
export function foreignManifest(engine: Engine, label: string | undefined): Manifest | undefined {
  const manifest = label === undefined ? undefined : engine.catalog.find(label);
  return manifest && !manifest.sealed && !engine.models.has(manifest.label) ? manifest : undefined;
}
