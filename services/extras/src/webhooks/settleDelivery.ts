import { inTransaction, type UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import type { Claimed } from './claimDeliveries';

/** What came of a try. */
export interface Outcome {
  result: 'delivered' | 'again' | 'failed';
  /** Milliseconds until it is tried again. */
  wait?: number;
  /** The receiver had no say in it: it is none of the times that a delivery is tried. */
  isNoTry?: boolean;
  answerStatus?: number;
  /** Why it was not delivered, in words; never what the receiver said. */
  problem?: string;
}

/**
 * Writes down what came of a try and lets go of the lane: for the next delivery of the object, for the next try, or for
 * good when nothing is pending. Whose claim has run out writes nothing: somebody else is at it.
 */
export async function settleDelivery(work: UnitOfWork, delivery: Claimed, outcome: Outcome): Promise<void> {
  const { id, webhook, object_id, claim } = delivery;
  const { result, wait = 0, isNoTry = false, answerStatus = null, problem = '' } = outcome;
  await inTransaction(work, async ({ sql: tx }) => {
    const written = await tx.run(sql.unsafe`
      WITH mine AS (
        SELECT 1 FROM webhooklane WHERE webhook = ${webhook} AND object_id = ${object_id} AND claim = ${claim} FOR UPDATE
      )
      UPDATE webhookdelivery SET answer_status = ${answerStatus}, problem = ${problem},
        attempts = attempts - CASE WHEN ${isNoTry} THEN 1 ELSE 0 END,
        status = CASE ${result} WHEN 'again' THEN status ELSE ${result} END,
        finished = CASE ${result} WHEN 'again' THEN NULL ELSE now() END
      FROM mine WHERE id = ${id}`);
    if (written === 0) return;
    // Seen with the lane in hand: who queues takes hold of it too.
    const kept = await tx.run(sql.unsafe`
      UPDATE webhooklane SET claim = NULL, due = now() + make_interval(secs => ${wait / 1_000})
      WHERE webhook = ${webhook} AND object_id = ${object_id} AND EXISTS (
        SELECT 1 FROM webhookdelivery pending
        WHERE pending.webhook = ${webhook} AND pending.object_id = ${object_id} AND status = 'pending')`);
    if (kept === 0)
      await tx.run(sql.unsafe`DELETE FROM webhooklane WHERE webhook = ${webhook} AND object_id = ${object_id}`);
  });
}
