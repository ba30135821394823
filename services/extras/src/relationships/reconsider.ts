import {
  ask,
  type Chore,
  createObjects,
  inTransaction,
  removeUnreferenced,
  select,
  system,
  type UnitOfWork,
  writing,
} from '@plumbline/engine';
import { Problem } from '@plumbline/http';
import { where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { RelationshipAssociation } from '../models/relationshipAssociation';
import { keepLinks, type Undo } from './link';

interface Writes {
  app: string;
  operations: string[];
}

/** Asks the service whose writes these are which of them have committed; the links of the others are undone. */
export async function reconsider(work: UnitOfWork, { app, operations }: Writes): Promise<void> {
  const committed = new Set(await ask<string[]>(work, app, 'service', 'shared', { operations }));
  await keepLinks(work, { app, operations: [...committed] });
  for (const operation of operations) if (!committed.has(operation)) await undoLinks(work, operation);
}

/** Looks after links whose writers have not been heard of for a while. */
async function reconsiderLinks(work: UnitOfWork): Promise<void> {
  const rows = await work.sql.rows<{ app: string; operations: string[] }>(sql.unsafe`
    SELECT app, array_agg(operation) AS operations FROM (
      SELECT app, operation FROM shared_write_undo WHERE time < now() - interval '20 seconds' ORDER BY time LIMIT 100
    ) AS waiting GROUP BY app`);
  for (const writes of rows) await reconsider(work, writes);
}

/** Those are looked after that wait for longer than any request takes. */
export const unsettledLinks: Chore = {
  due: () => sql.fragment`EXISTS (SELECT FROM shared_write_undo WHERE time < now() - interval '20 seconds')`,
  act: reconsiderLinks,
};

/** Undoes links, step by step; done again after a crash it does what is left. */
async function undoLinks(asked: UnitOfWork, operation: string): Promise<void> {
  const work: UnitOfWork = { ...asked, scope: { ...asked.scope, identity: system } };
  const found = await work.sql.first<{ undo: Undo }>(
    sql.unsafe`SELECT undo FROM shared_write_undo WHERE operation = ${operation}::uuid`,
  );
  if (!found) return;
  const { added, removed } = found.undo;
  await inTransaction(work, async (inner) => {
    const left = await select(inner, RelationshipAssociation.label, where('id', 'in', added));
    if (left.length > 0)
      await removeUnreferenced(
        inner,
        RelationshipAssociation,
        left.map(({ id }) => id as string),
      );
  });
  for (const { relationship, source_type, source_id, destination_type, destination_id } of removed)
    try {
      const body = { relationship, source_type, source_id, destination_type, destination_id };
      await writing(work, async (inner) => {
        await createObjects(inner, RelationshipAssociation, [body], { errors: 'single' });
        return null;
      });
    } catch (error) {
      // It is there again, or somebody has taken its place meanwhile.
      if (!(error instanceof Problem) || error.status !== 400) throw error;
    }
  await work.sql.run(sql.unsafe`DELETE FROM shared_write_undo WHERE operation = ${operation}::uuid`);
}
