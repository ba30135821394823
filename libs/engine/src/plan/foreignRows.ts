import type { App } from '@plumbline/config';
import { partsOfLabel, type Row } from '@plumbline/model';
import { type Engine, foreignManifest, type UnitOfWork } from '../core/engine';
import { perEngine } from '../core/kept/perEngine';
import { selectByIds } from '../core/messages/ask';
import { perTransaction } from '../core/transactions/perTransaction';

/** Some columns of objects of another service's model, by id. */
interface CachedRows {
  rows: Map<unknown, Row>;
  /** Counts the changes heard of: what was asked for before one and answered after it may be old. */
  changes: number;
  /** When the first of them was asked for; an event may be lost, so they are not kept for long. */
  since: number;
}

/** Milliseconds after which rows are asked for anew although nothing was heard of a change. */
const maxAge = 10_000;
const rowsAtMost = 10_000;

const cacheOf = perEngine(() => new Map<string, CachedRows>());
/** Models whose changes a process listens for; what it does not listen for yet it does not keep. */
const heardBy = perEngine(() => new Map<string, 'subscribing' | 'listening'>());

/**
 * Columns of objects of another service, such as the names that natural keys are made of: asked for once and kept until
 * the service tells of a change of their model. What a model's row does not hold itself is asked for every time, but for what
 * the transaction has read already (`keepForeignRows`).
 */
export function foreignRows(
  work: UnitOfWork,
  label: string,
  ids: unknown[],
  values: string[],
): ReadonlyMap<unknown, Row> | Promise<ReadonlyMap<unknown, Row>> {
  const { engine } = work;
  const kept = work.viewer ? undefined : keptForeignRows(work, label, ids, values);
  if (kept) return kept;
  const manifest = foreignManifest(engine, label);
  if (
    work.viewer ||
    !manifest ||
    !values.every((value) => manifest.columns.includes(value)) ||
    !listens(engine, label, manifest.app as App)
  )
    return selectByIds(work, label, ids, values);
  // What was read from a replica may be older than the last event told.
  const age = work.scope.mayBeOld === undefined ? '' : ' old';
  const known = knownOf(engine, `${label} ${values.join()}${age}`);
  const missing = ids.filter((id) => !known.rows.has(id));
  return missing.length === 0 ? known.rows : learn(work, label, ids, missing, values, known);
}

async function learn(
  work: UnitOfWork,
  label: string,
  ids: unknown[],
  missing: unknown[],
  values: string[],
  known: CachedRows,
): Promise<Map<unknown, Row>> {
  // What was known when it was seen what is missing: it may be forgotten while that is asked for.
  const { rows, changes } = known;
  const found = await selectByIds(work, label, missing, values);
  if (known.changes === changes && rows.size + found.size <= rowsAtMost)
    for (const [id, row] of found) rows.set(id, row);
  return new Map([...ids.flatMap((id) => (rows.has(id) ? [[id, rows.get(id)!] as const] : [])), ...found]);
}

function knownOf(engine: Engine, key: string): CachedRows {
  const cache = cacheOf(engine);
  const known = cache.get(key) ?? { rows: new Map(), changes: 0, since: Date.now() };
  cache.set(key, known);
  if (Date.now() - known.since > maxAge || known.rows.size >= rowsAtMost) forget(known);
  return known;
}

/** Forgets all that is known of objects of other services: changes may have been missed. */
export function forgetForeignRows(engine: Engine): void {
  for (const known of cacheOf(engine).values()) forget(known);
}

/** A new map, because somebody may be reading the old one. */
function forget(known: CachedRows): void {
  known.rows = new Map();
  known.changes += 1;
  known.since = Date.now();
}

/** Whether this process hears of changes of the model; begins to listen when it does not. */
function listens(engine: Engine, label: string, app: App): boolean {
  const states = heardBy(engine);
  const state = states.get(label);
  if (state === undefined) {
    states.set(label, 'subscribing');
    const subject = { app, model: partsOfLabel(label).model, verb: 'changed' };
    const hear = async (): Promise<void> => {
      for (const [key, known] of cacheOf(engine)) if (key.startsWith(`${label} `)) forget(known);
    };
    engine.bus.subscribe(subject, hear).then(
      () => states.set(label, 'listening'),
      () => states.delete(label),
    );
  }
  return state === 'listening';
}

/** Values of objects of other services as the transaction has read them, by label and id. */
const readIn = perTransaction(() => new Map<string, Map<unknown, Row>>());

/** Keeps for the transaction what has been read of objects of another service. It stands for the moment it was read at. */
export function keepForeignRows(work: UnitOfWork, label: string, rows: readonly Row[]): void {
  if (!work.transactionState) return;
  const known = readIn(work).get(label) ?? new Map<unknown, Row>();
  for (const row of rows) known.set(row.id, { ...known.get(row.id), ...row });
  readIn(work).set(label, known);
}

/** What was kept of these objects; undefined where one of them or a value is not known. */
export function keptForeignRows(
  work: UnitOfWork,
  label: string,
  ids: readonly unknown[],
  values: readonly string[],
): ReadonlyMap<unknown, Row> | undefined {
  const known = work.transactionState && readIn(work).get(label);
  if (!known) return undefined;
  const isKnown = (id: unknown): boolean => {
    const row = known.get(id);
    return row !== undefined && values.every((value) => Object.hasOwn(row, value));
  };
  return ids.every(isKnown) ? known : undefined;
}
