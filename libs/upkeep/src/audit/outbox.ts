import { type Audit, pruned, readOutboxOf } from '@plumbline/engine';
import { sql } from '@plumbline/store';

/** Looks for places in the sequence of change records that no record has. */
export const outboxAudit: Audit = {
  title: 'gaps between change records',
  run: async (work, auditor) => {
    const gaps = await work.sql.rows<{ position: number; before: number }>(sql.unsafe`
      SELECT position, before FROM (
        SELECT position, lag(position, 1, (${pruned})::bigint) OVER (ORDER BY position) AS before
        FROM outbox WHERE position IS NOT NULL
      ) steps WHERE position <> before + 1 ORDER BY position LIMIT 100`);
    for (const { position, before } of gaps)
      auditor.found(
        `${work.engine.app} has no change records between ${before} and ${position}; restore them from a backup.`,
        false,
      );
    const counted = await work.sql.first<{ n: number }>(sql.unsafe`SELECT count(*) AS n FROM outbox`);
    auditor.looked(Number(counted?.n));
  },
};

/**
 * Looks whether a service that takes in changes believes to have read more than there is (it would miss what comes
 * next), or less than there is left.
 */
export const consumptionAudit: Audit = {
  title: 'places reached in the change records of others',
  run: async (work, auditor) => {
    const reached = await work.sql.rows<{ app: string; position: number }>(
      sql.unsafe`SELECT app, position FROM consumed ORDER BY app`,
    );
    for (const { app, position } of reached) {
      const { last, pruned: removed } = await readOutboxOf(work, app, { after: Number(position) });
      if (position > 0 && position < removed)
        auditor.found(
          `${work.engine.app} has read ${app} up to change record ${position}, but those up to ${removed} are removed; restore a later backup.`,
          false,
        );
      if (Number(position) <= last) continue;
      if (auditor.repair) await work.sql.run(sql.unsafe`UPDATE consumed SET position = ${last} WHERE app = ${app}`);
      auditor.found(
        `${work.engine.app} has read ${app} up to change record ${position}, but the last one there is ${last}.`,
        auditor.repair,
      );
    }
    auditor.looked(reached.length);
  },
};
