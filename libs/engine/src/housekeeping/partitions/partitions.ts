import type { Model } from '@plumbline/model';
import { type Queryable, type Sql, sql } from '@plumbline/store';
import type { UnitOfWork } from '../../core/engine';
import { type Month, monthOf } from './months';

/** A partition there is: its table, and the moments between which its rows lie. */
export interface Partition {
  table: string;
  from: Date;
  to: Date;
}

/** The partition for rows of no month that has one of its own. */
export const restOf = (model: Model): string => `${model.name}_rest`;

/** The partitions of a model's table, oldest first, without the one for the rest. */
export async function partitionsOf({ sql: run }: Pick<UnitOfWork, 'sql'>, model: Model): Promise<Partition[]> {
  const rows = await run.rows<{ table: string; bound: string }>(sql.unsafe`
    SELECT c.relname AS table, pg_get_expr(c.relpartbound, c.oid) AS bound
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass(quote_ident(${model.name}))`);
  return rows
    .flatMap(({ table, bound }): Partition[] => {
      const [, from, to] = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/.exec(bound) ?? [];
      return from && to ? [{ table, from: new Date(from), to: new Date(to) }] : [];
    })
    .sort((a, b) => a.from.getTime() - b.from.getTime());
}

/** The month of the oldest row that lies in no partition of its own; undefined when there is none. */
export async function oldestStray({ sql: run }: UnitOfWork, model: Model): Promise<Month | undefined> {
  const column = sql.identifier([model.partitionBy!]);
  const found = await run.first<{ oldest: string | null }>(
    sql.unsafe`SELECT min(${column}) AS oldest FROM ${sql.identifier([restOf(model)])}`,
  );
  return found?.oldest ? monthOf(new Date(found.oldest)) : undefined;
}

/** Pages of a table of which one statement moves the rows: few enough for the time that any statement has. */
const pagesAtOnce = 100;

/**
 * Gives a month a partition of its own, with its rows if some lie with the rest, within a transaction. The table is
 * filled before it becomes a partition, so that readers hardly notice, piece by piece, and has its indexes by then.
 */
export async function addPartition(run: Queryable, model: Model, month: Month): Promise<void> {
  const [table, rest] = [sql.identifier([model.name]), sql.identifier([restOf(model)])];
  const partition = sql.identifier([`${model.name}_${month.name}`]);
  const column = sql.identifier([model.partitionBy!]);
  const [from, to] = [sql.literalValue(month.from), sql.literalValue(month.to)];
  await run.run(sql.unsafe`LOCK TABLE ${rest} IN SHARE ROW EXCLUSIVE MODE`);
  await run.run(
    sql.unsafe`CREATE TABLE ${partition} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)`,
  );
  const { pages } = (await run.first<{ pages: number }>(
    sql.unsafe`SELECT (pg_relation_size(to_regclass(quote_ident(${restOf(model)}))) / current_setting('block_size')::int8)::int8 AS pages`,
  ))!;
  // Nobody else writes there meanwhile, so a row stays where it is until it is moved.
  const place = (page: number): Sql => sql.fragment`${`(${page},0)`}::tid`;
  for (let page = 0; page < pages; page += pagesAtOnce)
    await run.run(sql.unsafe`
      WITH moved AS (
        DELETE FROM ${rest} WHERE ctid >= ${place(page)} AND ctid < ${place(page + pagesAtOnce)}
          AND ${column} >= ${month.from}::timestamptz AND ${column} < ${month.to}::timestamptz RETURNING *
      ) INSERT INTO ${partition} SELECT * FROM moved`);
  await run.run(sql.unsafe`ALTER TABLE ${table} ATTACH PARTITION ${partition} FOR VALUES FROM (${from}) TO (${to})`);
}

/** Removes a partition with all its rows, within a transaction; answers how many there were. */
export async function dropPartition(run: Queryable, model: Model, partition: Partition): Promise<number> {
  const table = sql.identifier([partition.table]);
  await run.run(sql.unsafe`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  const counted = await run.first<{ n: number }>(sql.unsafe`SELECT count(*) AS n FROM ${table}`);
  const rows = Number(counted?.n ?? 0);
  await run.run(sql.unsafe`INSERT INTO row_tally (table_name, delta) VALUES (${model.name}, ${-rows}::int8)`);
  await run.run(sql.unsafe`DROP TABLE ${table}`);
  return rows;
}
