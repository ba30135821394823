import { sql } from '@plumbline/store';
import type { Work } from '../engine';
import { dropExpiredMarks } from '../remove/marks';
import { forgetLostDeletions, lostDeletions, resumeDepartures } from '../remove/protocol';
import type { Audit } from './audit';

/** Looks for deletions that nobody sees through any more: marks that ran out, and consequences not carried out. */
export const deletionAudit: Audit = {
  title: 'deletions left half done',
  run: async (work, auditor) => {
    const expired = await expiredMarks(work);
    if (auditor.repair && expired > 0) await dropExpiredMarks(work);
    if (expired > 0) auditor.found(`${expired} marks of deletions in ${work.engine.app} have run out.`, auditor.repair);

    const lost = await lostDeletions(work);
    if (auditor.repair && lost.length > 0) await forgetLostDeletions(work);
    for (const operation of lost)
      auditor.found(
        `${work.engine.app} waits to hear what came of the deletion ${operation}, of which nobody knows.`,
        auditor.repair,
      );

    const departures = await oldDepartures(work);
    if (auditor.repair && departures.length > 0) await resumeDepartures(work);
    const left = auditor.repair ? await oldDepartures(work) : departures;
    for (const { operation, apps } of departures)
      auditor.found(
        `The deletion ${operation} was decided by ${work.engine.app} and not carried out by ${apps.join(', ')}.`,
        !left.some((one) => one.operation === operation),
      );
    auditor.looked(expired + lost.length + departures.length);
  },
};

async function expiredMarks(work: Work): Promise<number> {
  const counted = await work.sql.first<{ n: number }>(
    sql.unsafe`SELECT count(*) AS n FROM deleting_mark WHERE expires < now() - interval '10 seconds'`,
  );
  return Number(counted?.n);
}

function oldDepartures(work: Work): Promise<{ operation: string; apps: string[] }[]> {
  return work.sql.rows(
    sql.unsafe`SELECT operation, apps FROM departure WHERE time < now() - interval '10 seconds' ORDER BY time`,
  );
}
