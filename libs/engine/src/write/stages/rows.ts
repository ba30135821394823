import { randomUUID } from 'node:crypto';
import type { Field, Model, Row } from '@plumbline/model';
import { givenRows, type Sql, sql } from '@plumbline/store';
import { moment } from '../../core/background/moment';
import { visitYielding } from '../../core/background/visitYielding';
import type { UnitOfWork } from '../../core/engine';
import type { Item } from '../../core/item';
import { memoize } from '../../core/kept/memoize';

/** Gives each item the row it is to become: what was there, what was sent, keys, defaults, times, derived columns. */
export async function composeRows(work: UnitOfWork, model: Model, items: Item[], now: string): Promise<void> {
  const created = items.filter((item) => !item.before);
  const keys = await newKeys(work, model, created.length);
  await visitYielding(work, created, (item, index) => {
    item.row = emptyRow(model);
    item.row.id = keys[index];
  });
  await visitYielding(work, items, (item) => {
    for (const [name, value] of Object.entries(item.sent)) if (model.fields[name]?.stored) item.row[name] = value;
    if (!item.before && model.fields.created?.options.readOnly) item.row.created = moment();
    if (model.abilities.timestamps) item.row.last_updated = item.before ? now : item.row.created;
  });
}

/** Columns worked out from others; last, so that what rules tidied counts. */
export function deriveColumns(model: Model, items: Item[]): void {
  for (const { row } of items) for (const [name, field] of derived(model)) row[name] = field.options.derive!(row);
}

const derived = memoize((model: Model) => Object.entries(model.fields).filter(([, field]) => field.options.derive));

async function newKeys(work: UnitOfWork, model: Model, count: number): Promise<(string | number)[]> {
  if (model.keyType === 'uuid') return Array.from({ length: count }, () => randomUUID());
  const sequence = `${model.name}_id_seq`;
  const rows = await work.sql.rows<{ id: number }>(
    sql.unsafe`SELECT nextval(${sequence}::regclass) AS id FROM generate_series(1, ${count})`,
  );
  return rows.map((row) => Number(row.id));
}

function emptyRow(model: Model): Row {
  const row: Row = {};
  for (const [name, field] of insertable(model)) row[name] = emptyValue(field);
  return row;
}

function emptyValue({ options, isSet, isRelation }: Field): unknown {
  if (isRelation) return null;
  if (typeof options.default === 'function') return (options.default as () => unknown)();
  if (options.default !== undefined) return options.default;
  if (options.nullable) return null;
  return isSet ? [] : null;
}

/** Columns that are written; generated ones are PostgreSQL's. */
const insertable = memoize((model: Model) =>
  Object.entries(model.fields).filter(([, field]) => field.stored && field.options.generated === undefined),
);

/**
 * The type of a table's rows; named with its schema, since PostgreSQL has types of its own called `path` or `interval`.
 */
export const rowType = ({ engine }: UnitOfWork, model: Model): Sql =>
  sql.fragment`${sql.identifier([engine.database.schema, model.name])}`;

/** Inserts all rows in one statement. */
export async function insertRows(work: UnitOfWork, model: Model, items: Item[]): Promise<void> {
  if (items.length > 0) await work.sql.run(sql.unsafe`${insertionOf(work, model, items)}`);
}

/** What inserts all rows, which go by `t`. */
export function insertionOf(work: UnitOfWork, model: Model, items: Item[]): Sql {
  const table = sql.identifier([model.name]);
  const names = insertable(model).map(([name]) => sql.identifier([name]));
  const columns = sql.join(names, sql.fragment`, `);
  const rows = givenRows(
    rowType(work, model),
    items.map((item) => item.row),
  );
  return sql.fragment`INSERT INTO ${table} AS t (${columns}) SELECT ${columns} FROM ${rows} given`;
}

/**
 * What updates all rows, which go by `t`, and only the columns that some item changes or that are `givenUp`; undefined where
 * there are none.
 */
export async function updateOf(
  work: UnitOfWork,
  model: Model,
  items: Item[],
  givenUp: string[],
): Promise<Sql | undefined> {
  const columns = insertable(model).map(([name]) => name);
  const changing = new Set(givenUp);
  await visitYielding(work, items, (item) => {
    for (const name of columns) if (!changing.has(name) && differs(item, name)) changing.add(name);
  });
  const changed = columns.filter((name) => name !== 'id' && changing.has(name));
  if (changed.length === 0) return undefined;
  const table = sql.identifier([model.name]);
  const rows = items.map(({ row }) => Object.fromEntries(['id', ...changed].map((name) => [name, row[name]])));
  const assignments = changed.map((name) => sql.fragment`${sql.identifier([name])} = ${newValue(model, name)}`);
  return sql.fragment`UPDATE ${table} t SET ${sql.join(assignments, sql.fragment`, `)} FROM ${givenRows(rowType(work, model), rows)} wanted WHERE t.id = wanted.id`;
}

/** Write-only columns are not loaded, so an item that does not set one leaves it as it is. */
function newValue(model: Model, name: string): Sql {
  const wanted = sql.identifier(['wanted', name]);
  return model.fields[name]!.options.writeOnly
    ? sql.fragment`coalesce(${wanted}, ${sql.identifier(['t', name])})`
    : sql.fragment`${wanted}`;
}

function differs({ before, row }: Item, name: string): boolean {
  const [old, now] = [before?.[name], row[name]];
  return old !== now && (typeof now !== 'object' || JSON.stringify(old) !== JSON.stringify(now));
}
