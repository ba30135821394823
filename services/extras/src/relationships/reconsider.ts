import {
  ask,
  type Chore,
  createObjects,
  findIds,
  removeUnreferenced,
  savepoint,
  system,
  type UnitOfWork,
  writing,
} from '@plumbline/engine';
import { type FieldErrors, Problem } from '@plumbline/http';
import { where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { RelationshipAssociation } from '../models/relationshipAssociation';
import { keepLinks, type Link, type Undo } from './link';

interface Writes {
  app: string;
  operations: string[];
}

/** Asks the service whose writes these are which of them have committed; the links of the others are undone. */
export async function reconsider(work: UnitOfWork, { app, operations }: Writes): Promise<void> {
  const committed = new Set(await ask<string[]>(work, app, 'service', 'shared', { operations }));
  await keepLinks(work, { app, operations: [...committed] });
  for (const operation of operations) if (!committed.has(operation)) await undoLinks(work, app, operation);
}

/** Writes of one service that are asked about at once. */
const atOnce = 100;

/**
 * Looks after links whose writers have not been heard of for a while, those of different services side by side: one that is away keeps
 * only its own from being settled.
 */
async function reconsiderLinks(work: UnitOfWork): Promise<void> {
  const rows = await work.sql.rows<Writes>(sql.unsafe`
    SELECT app, array_agg(operation ORDER BY time) AS operations FROM (
      SELECT app, operation, time, row_number() OVER (PARTITION BY app ORDER BY time) AS place
      FROM shared_write_undo WHERE time < now() - interval '20 seconds'
    ) AS waiting WHERE place <= ${atOnce} GROUP BY app`);
  const results = await Promise.allSettled(rows.map((writes) => reconsider(work, writes)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Those are looked after that wait for longer than any request takes. */
export const unsettledLinks: Chore = {
  due: () => sql.fragment`EXISTS (SELECT FROM shared_write_undo WHERE time < now() - interval '20 seconds')`,
  act: reconsiderLinks,
};

/** Undoes the links of a write of a service that came to nothing, whoever asked for that and however often. */
async function undoLinks(asked: UnitOfWork, app: string, operation: string): Promise<void> {
  const work: UnitOfWork = { ...asked, scope: { ...asked.scope, identity: system, dryRun: false } };
  await writing(work, async (inner) => {
    const found = await inner.sql.first<{ undo: Undo }>(
      sql.unsafe`DELETE FROM shared_write_undo WHERE operation = ${operation}::uuid AND app = ${app} RETURNING undo`,
    );
    if (!found) return null;
    await takeAway(inner, found.undo.added);
    await putBack(inner, found.undo.removed);
    return null;
  });
}

async function takeAway(work: UnitOfWork, ids: string[]): Promise<void> {
  const left = await findIds(work, RelationshipAssociation.label, where('id', 'in', ids));
  if (left.length > 0) await removeUnreferenced(work, RelationshipAssociation, left);
}

/** Has links again under the ids that they had, except those that are there, or whose place somebody has taken meanwhile. */
async function putBack(work: UnitOfWork, links: Link[]): Promise<void> {
  if (links.length === 0) return;
  try {
    await savepoint(work, () => createObjects(work, RelationshipAssociation, links, { errors: 'list' }));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400 || !Array.isArray(error.body)) throw error;
    const errors = error.body as FieldErrors[];
    const left = links.filter((_, index) => Object.keys(errors[index] ?? {}).length === 0);
    if (left.length === links.length) throw error;
    await putBack(work, left);
  }
}
