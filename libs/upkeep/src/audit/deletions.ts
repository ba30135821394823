import { setTimeout as delay } from 'node:timers/promises';
import {
  type Audit,
  dropExpiredMarks,
  forgetLostDeletions,
  lostDeletions,
  resumePendingDeletions,
  type UnitOfWork,
} from '@plumbline/engine';
import { sql } from '@plumbline/store';

/** Looks for deletions that nobody sees through any more: marks that ran out, and consequences not carried out. */
export const deletionAudit: Audit = {
  title: 'deletions left half done',
  run: async (work, auditor) => {
    const expired = await expiredMarks(work);
    if (auditor.repair && expired > 0) await dropExpiredMarks(work);
    if (expired > 0) auditor.found(`${expired} marks of deletions in ${work.engine.app} have run out.`, auditor.repair);

    const lost = await stillLost(work);
    if (auditor.repair && lost.length > 0) await forgetLostDeletions(work);
    for (const operation of lost)
      auditor.found(
        `${work.engine.app} waits to hear what came of the deletion ${operation}, of which nobody knows.`,
        auditor.repair,
      );

    const pendingDeletions = await oldPendingDeletions(work);
    if (auditor.repair && pendingDeletions.length > 0) await resumePendingDeletions(work);
    const left = auditor.repair ? await oldPendingDeletions(work) : pendingDeletions;
    for (const { operation, apps } of pendingDeletions)
      auditor.found(
        `The deletion ${operation} was decided by ${work.engine.app} and not carried out by ${apps.join(', ')}.`,
        !left.some((one) => one.operation === operation),
      );
    auditor.looked(expired + lost.length + pendingDeletions.length);
  },
};

/** Milliseconds in which a running service has looked for what it waits for in vain, and forgotten it. */
const forgottenWithin = 5_000;

/** Deletions that are waited for in vain, but for those that a running service is just about to forget. */
async function stillLost(work: UnitOfWork): Promise<string[]> {
  const lost = await lostDeletions(work);
  if (lost.length === 0) return lost;
  await delay(forgottenWithin);
  const later = new Set(await lostDeletions(work));
  return lost.filter((operation) => later.has(operation));
}

async function expiredMarks(work: UnitOfWork): Promise<number> {
  const counted = await work.sql.first<{ n: number }>(
    sql.unsafe`SELECT count(*) AS n FROM deleting_mark WHERE expires < now() - interval '10 seconds'`,
  );
  return Number(counted?.n);
}

function oldPendingDeletions(work: UnitOfWork): Promise<{ operation: string; apps: string[] }[]> {
  return work.sql.rows(
    sql.unsafe`SELECT operation, apps FROM pending_deletion WHERE time < now() - interval '10 seconds' ORDER BY time`,
  );
}
