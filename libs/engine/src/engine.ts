import type { Bus } from '@plumbline/bus';
import type { App, Settings } from '@plumbline/config';
import type { Identity, Origin } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Catalog, Manifest, Model } from '@plumbline/model';
import type { Queue } from '@plumbline/queue';
import type { Database, Queryable, Replicas } from '@plumbline/store';
import type { Tracing } from '@plumbline/tracing';
import type { Departed } from './read/departed';
import type { AfterCommit } from './record/announce';
import { onlyTells } from './verbs/telling';
import type { Once } from './write/once';

/** What a service has at hand for as long as it runs. */
export interface Engine {
  app: App;
  models: ReadonlyMap<string, Model>;
  catalog: Catalog;
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
}

/** What belongs to one request: who asks, until when, and what it has cost so far. */
export interface Scope {
  requestId: string;
  deadline: number;
  /** `scheme://host` for absolute URLs. */
  base: string;
  identity: Identity;
  /** What makes the changes; absent where no request does. */
  origin?: Origin;
  /**
   * Milliseconds that what is read may be old; absent: it is what is true now. Never set where something is written.
   */
  mayBeOld?: number;
  cost: { sql: number; bus: number; replica?: number };
  /** Set when the client may send this request again and wants one effect only. */
  once?: Once;
  /** It is a part of what another service does, which asked for it. */
  served?: boolean;
  /** Do everything, keep nothing. */
  dryRun?: boolean;
}

/** One piece of work: an engine, the request it is for, and where its statements run. */
export interface Work {
  engine: Engine;
  scope: Scope;
  /** The pool, or the transaction this work is part of. */
  sql: Queryable;
  /** Set when that is a read replica. */
  replica?: Database;
  /** Set in a transaction: what is to be done once it has committed. */
  afterCommit?: AfterCommit[];
  /** Nobody waits until followers have taken in what this work changes: they may be waiting for it. */
  unawaited?: boolean;
  /** Set where what a deletion leaves behind goes after it. */
  departed?: Departed;
  /** Set in a transaction: what is to be done once it has come to nothing. */
  afterRollback?: AfterCommit[];
}

/** Work outside any transaction, on a read replica where that will do. */
export function work(engine: Engine, scope: Scope, primary: Database = engine.database): Work {
  const replica = scope.mayBeOld === undefined ? undefined : engine.replicas?.choose(scope.mayBeOld, primary);
  if (replica) return { engine, scope, replica, sql: counted(replica, scope) };
  return { engine, scope, sql: counted(primary, scope) };
}

/** The same request where what is read has to be true now. */
export const upToDate = ({ mayBeOld: _, ...scope }: Scope): Scope => scope;

/** Statements run through here are counted for the request. */
export function counted(queryable: Queryable, { cost }: Scope): Queryable {
  return {
    rows: (statement) => queryable.rows(statement, cost),
    quick: (statement) => queryable.quick(statement, cost),
    first: (statement) => queryable.first(statement, cost),
    run: (statement) => queryable.run(statement, cost),
  };
}

/** Runs `task` in one transaction, then what it left to be done after the commit. */
export async function inTransaction<T>(outer: Work, task: (inner: Work) => Promise<T>): Promise<T> {
  const { engine } = outer;
  const scope = outer.scope.mayBeOld === undefined ? outer.scope : upToDate(outer.scope);
  let after: AfterCommit[] = [];
  let undo: AfterCommit[] = [];
  let result: T;
  try {
    result = await engine.database.transaction((tx) => {
      after = [];
      undo = [];
      return task({ engine, scope, sql: counted(tx, scope), afterCommit: after, afterRollback: undo });
    });
  } catch (error) {
    await Promise.all(undo.map((act) => act()));
    throw error;
  }
  await Promise.all(after.map((act) => act()));
  return result;
}

/** Runs `task` in the transaction `work` is part of, or else in one of its own. */
export const withinTransaction = <T>(work: Work, task: (inner: Work) => Promise<T>): Promise<T> =>
  work.afterCommit ? task(work) : inTransaction(work, task);

/**
 * Asks another service, counting the call. A transaction holds locks that others wait for, so what it asks is asked
 * again where that does no harm: whoever was asked may have died with the question.
 */
export function ask<T>(work: Work, app: string, model: string, verb: string, payload: unknown): Promise<T> {
  const { engine, scope, afterCommit } = work;
  scope.cost.bus++;
  const { requestId, origin, deadline, mayBeOld } = scope;
  return engine.bus.request<T>({ app, model, verb }, payload, {
    requestId,
    ...(origin ? { origin } : {}),
    deadline,
    ...(mayBeOld === undefined ? {} : { mayBeOld }),
    ...(afterCommit && onlyTells(model, verb) ? { repeatable: true } : {}),
  });
}

/** The model when this service owns it. */
export function ownModel(engine: Engine, label: string | undefined): Model | undefined {
  return label === undefined ? undefined : engine.models.get(label);
}

/** The manifest of a model that another service owns. */
export function foreignManifest(engine: Engine, label: string | undefined): Manifest | undefined {
  const manifest = label === undefined ? undefined : engine.catalog.find(label);
  return manifest && !engine.models.has(manifest.label) ? manifest : undefined;
}
