import { type Comparison, type Criteria, everything, type Model, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { Work } from '../engine';
import { unseal } from '../secrets/seal';
import { comparisons } from './compare';
import { localize } from './localize';
import { columnOf, toSql } from './toSql';

/**
 * A comparison with a sealed column as the ids of the rows it holds for. What the caller cannot see anyway is left out,
 * the rest is opened; so a model with sealed columns should restrict its rows to few.
 */
export async function sealedCriteria(
  work: Work,
  model: Model,
  path: string,
  comparison: Comparison,
): Promise<Criteria> {
  const { lookup, value } = comparison;
  if (lookup === 'isnull' || lookup === 'subtree') return where(path, lookup, value);
  const { settings } = work.engine;
  const visible = await localize(work, model, model.restrict?.(work.scope.identity) ?? everything);
  const column = columnOf('t', comparison.path);
  const rows = await work.sql.rows<{ id: string; sealed: string }>(sql.unsafe`
    SELECT t.id::text AS id, ${column} AS sealed FROM ${sql.identifier([model.name])} t
    WHERE ${column} IS NOT NULL AND ${toSql(work.engine, { model, alias: 't' }, visible)}`);
  const ids = sql.array(
    rows.map((row) => row.id),
    'text',
  );
  const texts = sql.array(
    rows.map((row) => unseal(row.sealed, settings.secretKey)),
    'text',
  );
  const holds = comparisons[lookup](columnOf('opened', 'text'), value, model.fields[comparison.path]!);
  const found = await work.sql.rows<{ id: string }>(
    sql.unsafe`SELECT opened.id FROM unnest(${ids}, ${texts}) AS opened(id, text) WHERE ${holds}`,
  );
  const prefix = path.slice(0, path.length - comparison.path.length);
  return where(
    `${prefix}id`,
    'in',
    found.map((row) => row.id),
  );
}
