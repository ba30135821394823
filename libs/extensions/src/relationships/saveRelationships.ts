import { randomUUID } from 'node:crypto';
import {
  addError,
  ask,
  findIds,
  findNamed,
  groupedBy,
  holdForReferrer,
  type Item,
  noSuchId,
  quoted,
  referredFrom,
  TargetBeingDeleted,
  type UnitOfWork,
} from '@plumbline/engine';
import { Problem } from '@plumbline/http';
import { type Model, type ObjectKey, type Row, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { associationsApp } from './associationsApp';
import type { LinkRequest, Refusal } from './messages';
import { rehearse, type Wish } from './rehearse';
import type { RelationshipSide } from './relationship';
import type { RelationshipInput, SideInput } from './relationshipInput';
import { filterAllows } from './show';

/** Finds the objects that it names: one question for each model and way of naming. */
export async function resolveRelationships(work: UnitOfWork, input: RelationshipInput): Promise<void> {
  const all = [...input].flatMap(([item, mine]) => mine.map((sideInput) => ({ item, sideInput })));
  const namings = all.flatMap(({ sideInput }) =>
    sideInput.references.map((reference) => ({ label: sideInput.relationshipSide.other, scope: [], reference })),
  );
  if (namings.length === 0) return;
  const results = await findNamed(work, namings);
  const there = await existing(work, all, results);
  let next = 0;
  for (const { item, sideInput } of all)
    for (const _ of sideInput.references) {
      const result = results[next++]!;
      const problem = 'problem' in result ? result.problem : there.has(result.id) ? undefined : noSuchId(result.id);
      if (problem === undefined) sideInput.ids.push(String((result as { id: ObjectKey }).id));
      else if (!item.errors?.relationships) addError(item, { relationships: [problem] });
    }
}

/**
 * Holds stored objects of the request that are to be linked, at either end, for extras, which could not find them once they are changed.
 * Answers which.
 */
export async function holdLinked(
  work: UnitOfWork,
  model: Model,
  items: Item[],
  input: RelationshipInput,
): Promise<string[]> {
  const ends = new Set(
    [...input].flatMap(([{ before }, mine]) => {
      const others = mine.flatMap(({ ids }) => ids);
      return others.length > 0 ? [String(before?.id), ...others] : [];
    }),
  );
  const ids = items.flatMap(({ before }) => (before && ends.has(String(before.id)) ? [String(before.id)] : []));
  if (ids.length > 0) await holdForReferrer(work, model, associationsApp, ids);
  return ids;
}

/** Of the objects that were found, those that are there: an id may name nothing. */
async function existing(
  work: UnitOfWork,
  all: { sideInput: SideInput }[],
  results: ({ id: ObjectKey } | { problem: string })[],
): Promise<Set<ObjectKey>> {
  const wanted = new Map<string, Set<ObjectKey>>();
  let next = 0;
  for (const { sideInput } of all)
    for (const _ of sideInput.references) {
      const result = results[next++]!;
      if ('problem' in result) continue;
      const ids = wanted.get(sideInput.relationshipSide.other) ?? new Set();
      wanted.set(sideInput.relationshipSide.other, ids.add(result.id));
    }
  const found = await Promise.all([...wanted].map(([label, ids]) => findIds(work, label, where('id', 'in', [...ids]))));
  return new Set(found.flat());
}

/**
 * Has extras make what was sent for the written objects true, as the last act of the transaction that writes them.
 * It does so in a transaction of its own, and remembers how to undo it; it keeps it when this one has committed, and
 * undoes it when it finds that this one has not (docs/adr/0019-relationships-are-written-by-two.md). Of a rehearsal it keeps nothing.
 */
export async function saveRelationships(
  work: UnitOfWork,
  model: Model,
  input: RelationshipInput,
  rows: Map<unknown, Row>,
  held: string[],
): Promise<void> {
  const changes = await changesOf(work, model, input, rows);
  if (changes.length === 0) return;
  const operation = randomUUID();
  const { app } = work.engine;
  const fresh = [...input.keys()].flatMap(({ before, row }) => (before ? [] : [String(row.id)]));
  if (fresh.length > 0 && app !== associationsApp) await work.sql.run(referredFrom(model, fresh, associationsApp));
  // Whoever asks what became of this transaction waits for its end.
  await work.sql.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtextextended(${operation}, 0))`);
  await work.sql.run(sql.unsafe`INSERT INTO shared_write (operation, time) VALUES (${operation}::uuid, now())`);
  const tell = (verb: 'keep' | 'reconsider') => async () => {
    try {
      await ask(work, associationsApp, 'relationship', verb, { app, operations: [operation] });
      if (verb === 'keep')
        await work.engine.answers.run(sql.unsafe`DELETE FROM shared_write WHERE operation = ${operation}::uuid`);
    } catch (error) {
      work.engine.log.warn({ error: String(error), operation }, 'extras will ask what became of a write');
    }
  };
  work.afterRollback?.push(tell('reconsider'));
  work.afterCommit?.push(tell('keep'));
  const request: LinkRequest = { app, operation, label: model.label, ...(held.length > 0 ? { held } : {}), changes };
  const refusal = await ask<Refusal | null>(work, associationsApp, 'relationship', 'link', request).catch((error) => {
    throw error instanceof Problem && error.status === 409 ? new TargetBeingDeleted() : error;
  });
  if (refusal) throw new Problem(400, [quoted(refusal)]);
  if (work.scope.dryRun) rehearse(work, wishesOf(input, rows));
}

const wishesOf = (input: RelationshipInput, rows: Map<unknown, Row>): Wish[] =>
  [...input].flatMap(([item, mine]) =>
    mine.map(({ relationshipSide, ids }) => ({
      relationshipSide,
      id: String(rows.get(item.row.id)!.id),
      others: ids,
    })),
  );

async function changesOf(
  work: UnitOfWork,
  model: Model,
  input: RelationshipInput,
  rows: Map<unknown, Row>,
): Promise<LinkRequest['changes']> {
  const granted = [...input].flatMap(([item, mine]) =>
    mine.map((sideInput) => ({ sideInput, row: rows.get(item.row.id)! })),
  );
  const filters = new Map<RelationshipSide, (id: ObjectKey) => boolean>();
  for (const [relationshipSide, some] of groupedBy(granted, ({ sideInput }) => sideInput.relationshipSide)) {
    const ids = some.map(({ row }) => row.id as ObjectKey);
    filters.set(relationshipSide, await filterAllows(work, model.label, relationshipSide, ids));
  }
  return granted.map(({ sideInput: { relationshipSide, ids }, row }) => ({
    relationship: relationshipSide.relationship.id,
    own: relationshipSide.own,
    id: String(row.id),
    display: model.display(row, work.engine.catalog),
    passes: filters.get(relationshipSide)!(row.id as ObjectKey),
    others: [...new Set(ids)],
  }));
}
