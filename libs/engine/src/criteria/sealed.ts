import { type Comparison, type Criteria, type Lookup, type Model, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import { unsealOwn } from '../core/seal';
import { comparisons } from './compare';
import { boundedBy } from './patterns';
import { columnOf, toSql } from './toSql';

/** A comparison of what a column holds, not of whether it holds anything or of where in a tree it leads. */
interface ValueComparison extends Comparison {
  lookup: Exclude<Lookup, 'isnull' | 'subtree'>;
}

/**
 * A comparison of values with a sealed column as the ids of the rows it holds for. What the caller cannot see anyway
 * (all but what `visible` holds for) is left out, the rest is opened; so a model with sealed columns should restrict its rows to few.
 */
export async function sealedCriteria(
  work: UnitOfWork,
  model: Model,
  path: string,
  comparison: ValueComparison,
  visible: Criteria,
): Promise<Criteria> {
  const { lookup, value } = comparison;
  const { settings } = work.engine;
  const column = columnOf('t', comparison.path);
  const rows = await work.sql.rows<{ id: string; sealed: string }>(sql.unsafe`
    SELECT t.id::text AS id, ${column} AS sealed FROM ${sql.identifier([model.name])} t
    WHERE ${column} IS NOT NULL AND ${toSql(work.engine, { model, alias: 't' }, visible)}`);
  const open = rows.flatMap(({ id, sealed }): [string, string][] => {
    const text = unsealOwn(sealed, settings.secretKey);
    return text === undefined ? [] : [[id, text]];
  });
  const ids = sql.array(
    open.map(([id]) => id),
    'text',
  );
  const texts = sql.array(
    open.map(([, text]) => text),
    'text',
  );
  const holds = comparisons[lookup](columnOf('opened', 'text'), value, model.fields[comparison.path]!);
  const found = await boundedBy(work, comparison).sql.rows<{ id: string }>(
    sql.unsafe`SELECT opened.id FROM unnest(${ids}, ${texts}) AS opened(id, text) WHERE ${holds}`,
  );
  const prefix = path.slice(0, path.length - comparison.path.length);
  return where(
    `${prefix}id`,
    'in',
    found.map((row) => row.id),
  );
}
