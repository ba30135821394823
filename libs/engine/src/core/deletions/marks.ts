import { Problem } from '@plumbline/http';
import type { Model } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import type { Chore } from '../background/chore';
import type { Engine, UnitOfWork } from '../engine';
import { type ToDelete, toDeleteRecord } from './toDelete';

/** A deletion met another one that is under way with the same object; how that ends is worth waiting for. */
export class BeingDeleted extends Problem {
  constructor() {
    super(409, { detail: 'Unable to delete object. It is being deleted already.' });
  }
}

/**
 * Whose deletion it is. Marks of this service's own run out unless they are renewed, so that those of a process that
 * died do not stand for long. Marks made for another service's deletion stand until it says what came of it, or until
 * nobody knows of that deletion any more (`forgetLostDeletions`). A deletion may come back to the service it began in, by
 * way of what goes along elsewhere: what it has marked as its own stays so.
 */
export type MarkOwner = 'own deletion' | 'deletion elsewhere';

/** Milliseconds a mark stands without being renewed, and between renewals. */
const lease = 5_000;
const renewal = 1_500;
/** Milliseconds of the lease that must be left when a deletion commits. */
const margin = 500;

/**
 * Whether a `mark` stands: it has not run out, or whoever claims or renews it is committing, however long that takes. Its row is
 * locked then, or by now gone or another one.
 */
const stands = sql.fragment`(mark.expires > now() OR NOT EXISTS (
  SELECT 1 FROM deleting_mark spent
  WHERE spent.label = mark.label AND spent.object_id = mark.object_id AND spent.expires <= now() FOR SHARE SKIP LOCKED))`;

/** Leaves out rows of `t` that are marked as about to be deleted. */
export function notBeingDeleted(model: Model): Sql {
  return sql.fragment`AND NOT EXISTS (SELECT 1 FROM deleting_mark mark WHERE mark.label = ${model.label} AND mark.object_id = t.id::text AND ${stands})`;
}

/**
 * Marks objects of this service as about to be deleted; throws `BeingDeleted` when one of them is marked already. Marks
 * that have run out are taken over.
 */
export async function markForDeletion(
  work: UnitOfWork,
  operation: string,
  toDelete: ToDelete,
  whose: MarkOwner,
): Promise<void> {
  const entries = ownEntries(work.engine, toDelete);
  if (entries.length === 0) return;
  const labels = sql.array(
    entries.map(([label]) => label),
    'text',
  );
  const ids = sql.array(
    entries.map(([, id]) => id),
    'text',
  );
  const expires = whose === 'own deletion' ? leaseEnd() : sql.fragment`'infinity'`;
  const taken = await work.sql.run(sql.unsafe`
    INSERT INTO deleting_mark (label, object_id, operation, expires)
    SELECT label, object_id, ${operation}::uuid, ${expires} FROM unnest(${labels}, ${ids}) AS toDelete(label, object_id)
    ORDER BY label, object_id
    ON CONFLICT (label, object_id) DO UPDATE SET
      operation = excluded.operation,
      expires = CASE WHEN deleting_mark.operation = excluded.operation THEN least(deleting_mark.expires, excluded.expires) ELSE excluded.expires END
    WHERE deleting_mark.operation = excluded.operation OR deleting_mark.expires <= now()`);
  if (taken < entries.length) throw new BeingDeleted();
}

/** Whether a mark of an own deletion is to stand for a while yet. */
const hasTimeLeft = sql.fragment`expires > clock_timestamp() + ${margin}::int4 * interval '1 millisecond' AND expires < 'infinity'`;

const leaseEnd = (): Sql => sql.fragment`clock_timestamp() + ${lease}::int4 * interval '1 millisecond'`;

const ownEntries = (engine: Engine, toDelete: ToDelete): [string, string][] =>
  Object.entries(toDeleteRecord(toDelete)).flatMap(([label, ids]) =>
    engine.models.has(label) ? ids.map((id): [string, string] => [label, String(id)]) : [],
  );

/**
 * Renews the marks of a deletion of this service until told to stop; those that ran out are not revived, and those that it has
 * claimed are not waited for.
 */
export function keepMarks({ engine }: UnitOfWork, operation: string): () => void {
  const timer = setInterval(() => {
    engine.answers
      .run(
        sql.unsafe`
          UPDATE deleting_mark SET expires = ${leaseEnd()} WHERE (label, object_id) IN (
            SELECT label, object_id FROM deleting_mark
            WHERE operation = ${operation}::uuid AND ${hasTimeLeft} FOR UPDATE SKIP LOCKED
          )`,
      )
      // They run out, and the deletion will notice before it commits.
      .catch((error) =>
        engine.log.warn({ error: String(error), operation }, 'could not renew the marks of a deletion'),
      );
  }, renewal);
  return () => clearInterval(timer);
}

/** Takes away marks that nobody renewed: whoever made them died. */
export async function dropExpiredMarks(work: UnitOfWork): Promise<void> {
  await work.sql.run(sql.unsafe`
    DELETE FROM deleting_mark WHERE (label, object_id) IN (
      SELECT label, object_id FROM deleting_mark WHERE expires <= now() FOR UPDATE SKIP LOCKED
    )`);
}

/** Marks go when they have expired. */
export const expiredMarks: Chore = {
  due: () => sql.fragment`EXISTS (SELECT FROM deleting_mark WHERE expires <= now())`,
  act: dropExpiredMarks,
};

/** Takes the marks of a deletion away again. */
export async function unmark(work: UnitOfWork, operation: string): Promise<void> {
  await work.sql.run(sql.unsafe`DELETE FROM deleting_mark WHERE operation = ${operation}::uuid`);
}

/** The same for a deletion elsewhere that nobody will decide any more. */
export async function forgetDeletion(work: UnitOfWork, operation: string): Promise<void> {
  await unmark(work, operation);
  await work.sql.run(sql.unsafe`DELETE FROM prepared_deletion WHERE operation = ${operation}::uuid`);
}

/**
 * Takes the marks away in the transaction that deletes, as its last act. Until that has ended they stand for all others, even
 * where its COMMIT outlasts their lease. Answers false when they have not all stood until now: somebody may have referred to the
 * objects meanwhile, and the transaction must not commit.
 */
export async function claimMarks(work: UnitOfWork, operation: string, marked: ToDelete): Promise<boolean> {
  const claimed = await work.sql.run(
    sql.unsafe`DELETE FROM deleting_mark WHERE operation = ${operation}::uuid AND ${hasTimeLeft}`,
  );
  return claimed === ownEntries(work.engine, marked).length;
}

/** The statement of `awaitedDeletions`. */
export const awaited = sql.fragment`
  SELECT operation FROM deleting_mark WHERE expires = 'infinity' UNION SELECT operation FROM prepared_deletion`;

/** Deletions elsewhere that objects of this service are marked for, or that something is prepared for here. */
export async function awaitedDeletions(work: UnitOfWork): Promise<string[]> {
  const rows = await work.sql.rows<{ operation: string }>(sql.unsafe`${awaited}`);
  return rows.map(({ operation }) => operation);
}

/** Of these deletions, those this service has under way, or has decided and not seen through to the end. */
export async function knownDeletions(work: UnitOfWork, operations: string[]): Promise<string[]> {
  const rows = await work.sql.rows<{ operation: string }>(sql.unsafe`
    SELECT operation FROM unnest(${sql.array(operations, 'uuid')}) AS asked(operation)
    WHERE EXISTS (SELECT 1 FROM deleting_mark mark WHERE mark.operation = asked.operation AND mark.expires < 'infinity' AND ${stands})
      OR EXISTS (SELECT 1 FROM pending_deletion WHERE pending_deletion.operation = asked.operation)`);
  return rows.map(({ operation }) => operation);
}
