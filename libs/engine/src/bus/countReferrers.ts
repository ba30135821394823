import { sql } from '@plumbline/store';
import { ownModel, type UnitOfWork } from '../core/engine';
import { perEngine } from '../core/kept/perEngine';
import type { CountReply, CountRequest } from '../core/messages/messages';
import { columnTypeName, holdsAnyOf, isAmong } from '../criteria/compare';
import { changesIn, readChanges } from '../plan/changes';
import { type Walked, walkTo } from '../plan/counts';

type Counts = Record<string, number>;

/** What objects came to by one relation, when the tables it leads through had seen so many changes. */
interface Remembered {
  changes: number;
  counts: Map<string, number>;
}

const rememberedBy = perEngine(() => new Map<string, Remembered>());
/** Objects remembered of one relation. */
const objectsAtMost = 5_000;

/**
 * Answers another service's `count`: for each relation the number of rows by id. What was counted is known until the
 * tables change, so it takes one statement when they have not, and one more for each relation when they have.
 */
export async function countReferrers(work: UnitOfWork, { counts, ids }: CountRequest): Promise<CountReply> {
  const relations = counts.map(({ label, field }) => {
    const model = ownModel(work.engine, label);
    return { key: `${label} ${field}`, walked: model && walkTo(work.engine, model, field) };
  });
  const tables = new Set(relations.flatMap(({ walked }) => walked?.names ?? []));
  if (tables.size === 0) return relations.map(() => ({}));
  const changesOf = await readChanges(work, [...tables]);
  const known = rememberedBy(work.engine);
  const keys = ids.map(String);
  return Promise.all(
    relations.map(async ({ key, walked }) => {
      if (!walked) return {};
      const before = known.get(key);
      if (before?.changes === changesOf(...walked.names) && keys.every((id) => before.counts.has(id)))
        return Object.fromEntries(keys.map((id) => [id, before.counts.get(id)!]));
      const now = await countNow(work, walked, ids);
      remember(known, key, now, keys);
      return now.counts;
    }),
  );
}

/** Adds to what is known as of the same number of changes, and forgets what is known as of another. */
function remember(
  known: Map<string, Remembered>,
  key: string,
  { changes, counts }: { changes: number; counts: Counts },
  ids: string[],
): void {
  // Tables without triggers have no numbers.
  if (changes === 0 || ids.length > objectsAtMost) return;
  const before = known.get(key);
  const isAsOld = before?.changes === changes && before.counts.size + ids.length <= objectsAtMost;
  const kept: Remembered = isAsOld ? before : { changes, counts: new Map() };
  for (const id of ids) kept.counts.set(id, counts[id] ?? 0);
  known.set(key, kept);
}

/** The counts and the number of changes as one moment saw them. */
async function countNow(
  work: UnitOfWork,
  { tables, names, column, field }: Walked,
  ids: (string | number)[],
): Promise<{ changes: number; counts: Counts }> {
  const key = sql.fragment`${sql.array(ids as string[], columnTypeName(field))}`;
  const grouped = field.isMany
    ? sql.fragment`SELECT item AS id, count(*) AS n FROM ${tables}, unnest(${column}) item WHERE ${holdsAnyOf(column, key, ids.length)} AND ${isAmong(sql.fragment`item`, key, ids.length)} GROUP BY item`
    : sql.fragment`SELECT ${column} AS id, count(*) AS n FROM ${tables} WHERE ${column} = ANY(${key}) GROUP BY ${column}`;
  const found = await work.sql.first<{ changes: number; counts: Counts }>(sql.unsafe`
    SELECT (${changesIn(names)}) AS changes, coalesce(json_object_agg(id, n), '{}') AS counts FROM (${grouped}) counted`);
  return { changes: Number(found?.changes ?? 0), counts: found?.counts ?? {} };
}
