import { randomUUID } from 'node:crypto';
import { Problem } from '@plumbline/http';
import { type Model, type Row, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { ask, type Work } from '../engine';
import { findIds } from '../verbs/ask';
import { blame } from '../write/item';
import { quoted } from '../write/python';
import { findNamed, noSuchId } from '../write/references';
import { ownFilter } from './definition';
import { matching } from './matching';
import type { LinkRequest, Refusal } from './messages';
import type { Wish, Wishes } from './wishes';

type Key = string | number;

/** Finds the objects that wishes name: one question for each model and way of naming. */
export async function resolveWishes(work: Work, wishes: Wishes): Promise<void> {
  const all = [...wishes].flatMap(([item, mine]) => mine.map((wish) => ({ item, wish })));
  const namings = all.flatMap(({ wish }) =>
    wish.references.map((reference) => ({ label: wish.facet.other, scope: [], reference })),
  );
  if (namings.length === 0) return;
  const results = await findNamed(work, namings);
  const there = await existing(work, all, results);
  let next = 0;
  for (const { item, wish } of all)
    for (const _ of wish.references) {
      const result = results[next++]!;
      const problem = 'problem' in result ? result.problem : there.has(result.id) ? undefined : noSuchId(result.id);
      if (problem === undefined) wish.ids.push(String((result as { id: Key }).id));
      else if (!item.errors?.relationships) blame(item, { relationships: [problem] });
    }
}

/** Of the objects that were found, those that are there: an id may name nothing. */
async function existing(
  work: Work,
  all: { wish: Wish }[],
  results: ({ id: Key } | { problem: string })[],
): Promise<Set<Key>> {
  const wanted = new Map<string, Set<Key>>();
  let next = 0;
  for (const { wish } of all)
    for (const _ of wish.references) {
      const result = results[next++]!;
      if ('problem' in result) continue;
      const ids = wanted.get(wish.facet.other) ?? new Set();
      wanted.set(wish.facet.other, ids.add(result.id));
    }
  const found = await Promise.all([...wanted].map(([label, ids]) => findIds(work, label, where('id', 'in', [...ids]))));
  return new Set(found.flat());
}

/**
 * Has extras make what the wishes say of the written objects true, as the last act of the transaction that writes them.
 * It does so in a transaction of its own, and remembers how to undo it; it keeps it when this one has committed, and
 * undoes it when it finds that this one has not (docs/adr/relationships-are-written-by-two.md).
 */
export async function grantWishes(work: Work, model: Model, wishes: Wishes, rows: Map<unknown, Row>): Promise<void> {
  const changes = await changesOf(work, model, wishes, rows);
  if (changes.length === 0) return;
  const operation = randomUUID();
  const { app } = work.engine;
  // Whoever asks what became of this transaction waits for its end.
  await work.sql.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtextextended(${operation}, 0))`);
  await work.sql.run(sql.unsafe`INSERT INTO shared_write (operation, time) VALUES (${operation}::uuid, now())`);
  const tell = (verb: 'keep' | 'reconsider') => async () => {
    try {
      await ask(work, 'extras', 'relationship', verb, { app, operations: [operation] });
      if (verb === 'keep')
        await work.engine.answers.run(sql.unsafe`DELETE FROM shared_write WHERE operation = ${operation}::uuid`);
    } catch (error) {
      work.engine.log.warn({ error: String(error), operation }, 'extras will ask what became of a write');
    }
  };
  work.afterRollback?.push(tell('reconsider'));
  work.afterCommit?.push(tell('keep'));
  const { identity } = work.scope;
  const request: LinkRequest = { app, operation, label: model.label, identity: { ...identity }, changes };
  const refusal = await ask<Refusal | null>(work, 'extras', 'relationship', 'link', request);
  if (refusal) throw new Problem(400, [quoted(refusal)]);
}

async function changesOf(
  work: Work,
  model: Model,
  wishes: Wishes,
  rows: Map<unknown, Row>,
): Promise<LinkRequest['changes']> {
  const granted = [...wishes].flatMap(([item, mine]) => mine.map((wish) => ({ wish, row: rows.get(item.row.id)! })));
  const filters = new Map<string, Set<Key>>();
  for (const facet of new Set(granted.map(({ wish }) => wish.facet))) {
    const filter = ownFilter(facet);
    if (!filter || Object.keys(filter).length === 0) continue;
    const ids = granted.filter(({ wish }) => wish.facet === facet).map(({ row }) => row.id as Key);
    filters.set(`${facet.relationship.id} ${facet.own}`, await matching(work, model.label, filter, ids));
  }
  return granted.map(({ wish: { facet, ids }, row }) => ({
    relationship: facet.relationship.id,
    own: facet.own,
    id: String(row.id),
    display: model.display(row),
    passes: filters.get(`${facet.relationship.id} ${facet.own}`)?.has(row.id as Key) ?? true,
    others: [...new Set(ids)],
  }));
}
