import { setTimeout as delay } from 'node:timers/promises';
import { type FieldErrors, Problem, problems } from '@plumbline/http';
import { allOf, type Criteria, type Model, type Row, where } from '@plumbline/model';
import { foreignKeyViolation, type Sql, sql, uniqueViolation } from '@plumbline/store';
import type { Trust, UnitOfWork } from '../core/engine';
import { type Item, newItem, type WriteMode } from '../core/item';
import { mayRetry } from '../core/transactions/commit';
import { WritesPaused } from '../core/transactions/writeGate';
import { idArray } from '../criteria/keys';
import { localize } from '../criteria/localize';
import { boundedBy } from '../criteria/patterns';
import { toSql } from '../criteria/toSql';
import { permitted } from '../permissions/permissions';
import { baseColumns } from '../plan/columns';
import { selectValues } from '../plan/values';
import { decidingTransaction, idempotently } from './idempotency/idempotency';
import { linesOfChanged } from './locks/lines';
import { TargetBeingDeleted } from './locks/notBeingDeleted';
import { askForWiderLocks } from './locks/widerLocks';
import { writeItems } from './write';
import type { ErrorShape } from './writeOptions';

export interface CreateOptions {
  /** How mistakes are told; `list` beside the request's list unless said otherwise. */
  errors?: ErrorShape;
  /** How what is found last is told; as the rest is, if it is not said. */
  lastErrors?: ErrorShape;
  /** The bodies are rows of a table. */
  fromTable?: boolean;
}

/**
 * Creates objects from request bodies, all or none, within the transaction `work` is part of. Checks the `add`
 * permission. Answers the rows, loaded to be shown, in the bodies' order.
 */
export async function createObjects(
  work: UnitOfWork,
  model: Model,
  bodies: unknown[],
  options: CreateOptions = {},
): Promise<Row[]> {
  const criteria = await permitted(work, model, 'add');
  const locks = await askForWiderLocks(work, model, [], bodies);
  const items = bodies.map((body, index) => newItem(index, body));
  return writeItems(work, model, items, {
    mode: 'create',
    errors: options.errors ?? 'list',
    lastErrors: options.lastErrors,
    listed: bodies.length,
    permitted: criteria,
    fromTable: options.fromTable ?? false,
    locks,
  });
}

/** A body that changes one stored object. */
export interface Change {
  id: string | number;
  body: unknown;
}

export interface ChangeOptions extends CreateOptions {
  mode: Exclude<WriteMode, 'create'>;
  /** Only objects that match are there at all. */
  criteria?: Criteria;
  /** Throws when a stored row is not as the client expects it. */
  precondition?: ((row: Row) => void) | undefined;
}

/**
 * Changes stored objects, all or none, within the transaction. In a list an id that is not there is a 400 at its index,
 * one that is not the caller's to change is passed over, and of several changes of the same object the last one counts; by
 * itself an id that is not there, or not the caller's, is a 404.
 */
export async function changeObjects(
  work: UnitOfWork,
  model: Model,
  changesAsked: Change[],
  options: ChangeOptions,
): Promise<Row[]> {
  const allowed = await permitted(work, model, 'change');
  const places = new Map(changesAsked.map(({ id }, index) => [id, index]));
  const ids = [...places.keys()];
  const bodyAt = (place: number) => changesAsked[place]!.body;
  const locks = await askForWiderLocks(work, model, ids, [...places.values()].map(bodyAt));
  const locked = lockRows(work, model, ids, options.criteria ? allOf(allowed, options.criteria) : allowed);
  const [rows] = await Promise.all([locked, ...locks]);
  if (rows.size < ids.length) await refuseUnknown(work, model, changesAsked, rows, options.errors);
  for (const row of rows.values()) options.precondition?.(row);
  const mine = [...places].filter(([id]) => rows.has(id));
  const items: Item[] = mine.map(([id, place]) => newItem(place, bodyAt(place), rows.get(id)));
  if (items.length === 0) return [];
  return writeItems(work, model, items, {
    mode: options.mode,
    errors: options.errors ?? 'first',
    lastErrors: options.lastErrors,
    listed: changesAsked.length,
    permitted: allowed,
  });
}

async function refuseUnknown(
  work: UnitOfWork,
  model: Model,
  changesAsked: Change[],
  rows: Map<unknown, Row>,
  errors: ErrorShape | undefined,
): Promise<void> {
  if (errors === 'single') throw problems.notFound();
  const left = changesAsked.map((change) => change.id).filter((id) => !rows.has(id));
  const there = new Set((await selectValues(work, model, where('id', 'in', left))).map((row) => row.id));
  if (left.every((id) => there.has(id))) return;
  const known = (id: unknown) => rows.has(id) || there.has(id);
  throw problems.list(changesAsked.map(({ id }): FieldErrors => (known(id) ? {} : { id: ['Not found.'] })));
}

/**
 * Locks the rows against other writers and reads them as they are then, so that parallel changes of different fields
 * are all kept. Those of which others share the rows come in turn with these, and with whoever deletes what they go along with.
 */
async function lockRows(
  work: UnitOfWork,
  model: Model,
  ids: (string | number)[],
  criteria: Criteria,
): Promise<Map<unknown, Row>> {
  const condition = toSql(
    work.engine,
    { model, alias: 't' },
    await localize(work, model, allOf(where('id', 'in', ids), criteria)),
  );
  const table = sql.fragment`${sql.identifier([model.name])} t`;
  const lines = linesOfChanged(work.engine, { model, ids });
  const inOrder = (which: Sql): Sql => sql.fragment`WHERE ${which} ORDER BY t.id FOR NO KEY UPDATE`;
  const locking = (columns: Sql, which: Sql): Sql =>
    lines
      ? sql.unsafe`
        WITH line AS MATERIALIZED (SELECT count(*) FROM (${lines}) AS places)
        SELECT ${columns} FROM line, ${table} ${inOrder(which)} OF t`
      : sql.unsafe`SELECT ${columns} FROM ${table} ${inOrder(which)}`;
  const columns = baseColumns(model);
  const bounded = boundedBy(work, criteria);
  let read = locking(columns, condition);
  if (bounded !== work) {
    // How long others hold the rows is not for a regular expression to answer for: it is looked at behind them.
    await work.sql.rows(locking(sql.fragment`t.id`, sql.fragment`t.id = ANY(${idArray(model, ids)})`));
    read = sql.unsafe`SELECT ${columns} FROM ${table} ${inOrder(condition)}`;
  }
  const rows = await bounded.sql.rows<Row>(read);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface WritingOptions {
  /**
   * The first time it is left to the database whether values are taken, and to the locks what names mean (`Trust`). What is refused then is run anew with the
   * check, since the refusal may have more to say: only for tasks of which a refusal is the end.
   */
  onTrust?: boolean;
  /** The task picks the values itself: where one was taken meanwhile, it picks another, and nothing is refused for that. */
  picksValues?: boolean;
  /** A statement without values that goes out with BEGIN; what it answers is at `opened` of the work. */
  opening?: Sql | undefined;
}

/**
 * Runs a write in a transaction of its own; what the task answers must be JSON, since a client that repeats the request
 * gets it again. It is run anew when it lost against another request: once after a duplicate or a vanished target that
 * only the database noticed, for the checks then see what the other one committed and say so; as long as there is time
 * after a duplicate of what it picked itself, and while it refers to something whose deletion is under way and not decided.
 */
export function writing<T>(
  outer: UnitOfWork,
  task: (inner: UnitOfWork) => Promise<T>,
  { onTrust = false, picksValues = false, opening }: WritingOptions = {},
): Promise<T> {
  return idempotently(outer, async () => {
    let trusting: Trust | undefined = onTrust ? { leftOut: false } : undefined;
    for (let violated = false; ; ) {
      try {
        return await decidingTransaction(trusting ? { ...outer, trusting } : outer, task, opening);
      } catch (error) {
        if (error instanceof TargetBeingDeleted || error instanceof WritesPaused) {
          if (!mayRetry(outer.scope)) throw error;
          await delay(20 + 60 * Math.random());
        } else if (trusting && picksValues && uniqueViolation(error) && mayRetry(outer.scope)) {
          // It picks another.
        } else if (trusting?.leftOut && isRefusal(error)) {
          trusting = undefined;
        } else {
          if (violated || (!uniqueViolation(error) && !foreignKeyViolation(error))) explainViolation(error);
          violated = true;
        }
      }
    }
  });
}

/** Whether a write is refused for what is sent; what is away or too late is no better for being tried with all checks. */
const isRefusal = (error: unknown): boolean =>
  (error instanceof Problem && error.status < 500) || uniqueViolation(error) !== undefined;

function explainViolation(error: unknown): never {
  if (uniqueViolation(error)) throw problems.model('An object with these values already exists.');
  if (foreignKeyViolation(error)) throw problems.model('A related object was deleted meanwhile.');
  throw error;
}
