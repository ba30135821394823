import { type Criteria, isEverything, type Model } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { LRUCache } from 'lru-cache';
import type { UnitOfWork } from '../core/engine';
import { perEngine } from '../core/kept/perEngine';
import { readsOwnColumns } from '../criteria/ownColumns';
import { changesIn, readChanges } from './changes';

/** What a count came to, when the table had seen so many changes. */
interface Counted {
  count: number;
  changes: number;
}

/** Clients choose what they ask for, so there is no end to it of its own. */
const countsOf = perEngine(() => new LRUCache<string, Counted>({ max: 2000 }));
const longestKey = 2000;

/**
 * How many rows match. All rows of a table are a sum that triggers keep. The triggers number its changes too: what was
 * counted once is known until the next change, so that paging through a long list counts it once.
 */
export async function countRows(work: UnitOfWork, model: Model, criteria: Criteria, condition: Sql): Promise<number> {
  if (isEverything(criteria)) {
    const kept = await work.sql.first<{ n: string | null }>(
      sql.unsafe`SELECT sum(delta) AS n FROM row_tally WHERE table_name = ${model.name}`,
    );
    if (kept && kept.n !== null) return Number(kept.n);
  }
  // A transaction may have changes of its own, which nobody else will ever count with if it fails.
  const known = work.afterCommit ? undefined : countsOf(work.engine);
  const key = `${model.label} ${condition.sql} ${JSON.stringify(condition.values)}`;
  if (!known || key.length > longestKey || !readsOwnColumns(work.engine, model, criteria))
    return (await countNow(work, model, condition)).count;
  const before = known.get(key);
  if (before && before.changes === (await readChanges(work, [model.name]))(model.name)) return before.count;
  const now = await countNow(work, model, condition);
  // A table without triggers has no numbers.
  if (now.changes === 0) return now.count;
  known.set(key, now);
  return now.count;
}

/** Both numbers as one moment saw them. */
async function countNow(work: UnitOfWork, model: Model, condition: Sql): Promise<Counted> {
  const table = sql.identifier([model.name]);
  const found = await work.sql.first<{ count: number; changes: number }>(
    sql.unsafe`SELECT count(*) AS count, (${changesIn([model.name])}) AS changes FROM ${table} t WHERE ${condition}`,
  );
  return { count: Number(found?.count ?? 0), changes: Number(found?.changes ?? 0) };
}
